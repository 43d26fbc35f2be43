/** What a broker answers where a topic will not take a record, however often it is sent. */
const PERMANENT = new Set([
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'MESSAGE_TOO_LARGE',
  'POLICY_VIOLATION',
  'RECORD_LIST_TOO_LARGE',
  'TOPIC_AUTHORIZATION_FAILED',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  // Newer than the library, e.g. INVALID_RECORD.
  'KAFKAJS_UNKNOWN_ERROR_CODE',
]);

/**
 * Topics that refused what was sent to them, so that they hold up no others. An answer does not say which topic of a
 * request it is about: those of one that was refused are sent to one by one, until it is known.
 */
export class TopicRefusals {
  readonly #retryMs: number;
  readonly #now: () => number;
  readonly #refused = new Map<string, { readonly reason: string; readonly until: number }>();
  #suspects: ReadonlySet<string> = new Set();

  /** @param retryMs after how long a topic that refused is tried again */
  constructor(retryMs: number, now: () => number = () => performance.now()) {
    this.#retryMs = retryMs;
    this.#now = now;
  }

  /** Topics not to be sent to now, and why. */
  current(): Map<string, string> {
    const current = new Map<string, string>();
    for (const [topic, { reason, until }] of this.#refused) {
      if (this.#now() < until) current.set(topic, reason);
    }
    return current;
  }

  /** The groups of topics that may share a request. */
  requests(topics: readonly string[]): readonly (readonly string[])[] {
    return topics.some((topic) => this.#suspects.has(topic)) ? topics.map((topic) => [topic]) : [topics];
  }

  /** All groups were taken. */
  taken(): void {
    this.#suspects = new Set();
  }

  /** A request to these topics failed. */
  failed(topics: readonly string[], error: unknown): void {
    const answer = permanentAnswer(error);
    if (!answer) return;
    const [topic, ...others] = topics;
    if (topic !== undefined && others.length === 0) {
      const reason = `it refused a record: ${answer.type} (${answer.message}); correct it, it is tried again`;
      this.#refused.set(topic, { reason, until: this.#now() + this.#retryMs });
      this.#suspects = new Set();
    } else this.#suspects = new Set(topics);
  }
}

/** The broker's own answer may be wrapped by what gave up on it. */
function permanentAnswer(error: unknown): { readonly type: string; readonly message: string } | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('type' in at && typeof at.type === 'string' && PERMANENT.has(at.type)) {
      return { type: at.type, message: at.message };
    }
  }
  return undefined;
}
