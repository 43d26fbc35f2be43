/**
 * Whether `If-None-Match` names an answer, in a list of tags or alone. Weak tags are compared with strong ones, as a `GET`
 * has it (RFC 9110, 13.1.2). `*` names none here: what is there may be told of in full.
 */
export function isNamed(header: string | undefined, etag: string): boolean {
  const opaque = etag.replace(/^W\//, '');
  return header?.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}
