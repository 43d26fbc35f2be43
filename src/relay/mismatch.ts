/**
 * Topic, marks and journal contradict each other, or the topic is not made as it must be. No waiting mends it: somebody
 * has to look. The message says what was found and what to do; `docs/relay.md` says more.
 */
export class RelayMismatch extends Error {
  override readonly name = 'RelayMismatch';
}
