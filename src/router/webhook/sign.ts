import { createHmac } from 'node:crypto';

/**
 * Signed as Standard Webhooks has it: HMAC-SHA256 over id, timestamp and body, joined by dots; one signature for each
 * secret, so that a secret can be changed while receivers know the old one.
 *
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 *
 * @param id the same for all attempts
 * @param atMs when this attempt is made (Unix milliseconds)
 */
export function signatureHeaders(
  secrets: readonly Buffer[],
  id: string,
  atMs: number,
  body: string,
): Record<string, string> {
  const timestamp = `${Math.floor(atMs / 1_000)}`;
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;
const SECRET_BYTES = { least: 24, most: 64 };

/** Secrets as Standard Webhooks writes them, `whsec_` and base64, parted by spaces. @returns undefined if one is not so */
export function parseSecrets(text: string): readonly Buffer[] | undefined {
  const secrets = text
    .trim()
    .split(/\s+/)
    .map((part) => Buffer.from(SECRET.exec(part)?.[1] ?? '', 'base64'));
  const { least, most } = SECRET_BYTES;
  return secrets.every(({ length }) => length >= least && length <= most) ? secrets : undefined;
}
