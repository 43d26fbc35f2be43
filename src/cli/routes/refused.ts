/** The command cannot be done as it was given. The message says all there is to say. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
