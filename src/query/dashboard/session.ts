import type { FastifyReply, FastifyRequest } from 'fastify';

const SESSION = 'headrace_session';
const THEME = 'headrace_theme';
const YEAR_SECONDS = 31_536_000;

export type Theme = 'light' | 'dark' | 'system';

/** The secret of the session that a request is part of. */
export const sessionOf = (request: FastifyRequest): string | undefined => cookie(request, SESSION);

/** Gives the browser its session, for as long as that lasts. */
export function keepSession(reply: FastifyReply, secret: string, expiresAt: string): void {
  setCookie(reply, `${SESSION}=${secret}; Expires=${new Date(expiresAt).toUTCString()}`);
}

export function dropSession(reply: FastifyReply): void {
  setCookie(reply, `${SESSION}=; Max-Age=0`);
}

export function themeOf(request: FastifyRequest): Theme {
  const theme = cookie(request, THEME);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function keepTheme(reply: FastifyReply, theme: Theme): void {
  setCookie(
    reply,
    theme === 'system' ? `${THEME}=; Max-Age=0` : `${THEME}=${theme}; Max-Age=${YEAR_SECONDS}`,
  );
}

/** Ours hold word characters only, so that nothing needs to be quoted. */
function cookie({ headers }: FastifyRequest, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^\w+$/.test(value)) return value;
  }
  return undefined;
}

/** Scripts cannot read it, other sites cannot send it, and behind TLS it never travels without. */
function setCookie(reply: FastifyReply, cookie: string): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${cookie}; Path=/dashboard; HttpOnly; SameSite=Strict${secure}`);
}

/**
 * Whether a page of ours sent the request. Browsers say so in one header or the other, and a page of another site
 * cannot change either.
 */
export function isFromOurPages({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
