import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, pathOfForm } from './forms.js';
import type { Page } from './layout.js';
import { signInPage } from './pages/sign-in.js';
import { search } from './paths.js';
import type { Sessions } from './port.js';
import { dropSession, keepSession, keepTheme, sessionOf } from './session.js';

const KEY_LENGTH_MAX = 200;

export type SendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply;

/** Where to sign in, and on to which page. */
export const signInPath = (next: string) =>
  `/dashboard/sign-in${search({ next: next === '/dashboard/' ? null : next })}`;

/** Signing in and out, and how pages look: what needs no session. */
export function signInRoutes(server: FastifyInstance, sessions: Sessions, send: SendPage): void {
  server.get('/dashboard/sign-in', async (request, reply) => {
    const next = new URL(request.url, 'http://dashboard').searchParams;
    const path = pathOfForm(next, 'next');
    const secret = sessionOf(request);
    const viewer = secret === undefined ? undefined : await sessions.find(secret);
    return viewer?.mayRead ? reply.redirect(path, 303) : send(request, reply, signInPage(path));
  });

  server.post('/dashboard/sign-in', async (request, reply) => {
    const form = formOf(request);
    const next = pathOfForm(form, 'next');
    const key = (form.get('key') ?? '').trim();
    const session = key.length > KEY_LENGTH_MAX ? undefined : await sessions.begin(key);
    if (!session) {
      return send(request, reply, signInPage(next, 'This API key is unknown, revoked or expired.'));
    }
    const viewer = await sessions.find(session.secret);
    if (!viewer?.mayRead) {
      await sessions.end(session.secret);
      return send(request, reply, signInPage(next, 'This API key may not read: it lacks the scope query.'));
    }
    await endSession(request, sessions);
    keepSession(reply, session.secret, session.expiresAt);
    return reply.redirect(next, 303);
  });

  server.post('/dashboard/sign-out', async (request, reply) => {
    await endSession(request, sessions);
    dropSession(reply);
    return reply.redirect('/dashboard/sign-in', 303);
  });

  server.post('/dashboard/theme', async (request, reply) => {
    const form = formOf(request);
    const theme = form.get('theme');
    keepTheme(reply, theme === 'dark' || theme === 'light' ? theme : 'system');
    return reply.redirect(pathOfForm(form, 'back'), 303);
  });
}

async function endSession(request: FastifyRequest, sessions: Sessions): Promise<void> {
  const secret = sessionOf(request);
  if (secret !== undefined) await sessions.end(secret);
}
