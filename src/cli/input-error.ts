/** What the caller named or a file holds cannot be used. The message says all there is to say. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
