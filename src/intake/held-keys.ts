import { partitionOf, processKey } from '../event/index.js';
import type { AcceptanceTransaction } from './port.js';
import type { Idempotency, ImportRequest, IntakeRequest } from './requests.js';

/** What a request is answered because of its `Idempotency-Key`. */
export type KeyedAnswer =
  | { readonly outcome: 'accepted'; readonly attempt: number; readonly partition: number }
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'key_in_use' };

type Keyed = ImportRequest & { readonly idempotency: Idempotency };

/** The idempotency keys of the requests in one transaction, held until it ends. */
export interface HeldKeys {
  /** `undefined` where the request is to be looked at as if it had no key. */
  answerTo(request: IntakeRequest): KeyedAnswer | undefined;
  /** Remembers what the requests were answered. Refusals are not remembered: they leave their key free. */
  store(answers: readonly { readonly request: IntakeRequest; readonly attempt: number }[]): Promise<void>;
}

const NO_KEYS: HeldKeys = { answerTo: () => undefined, store: async () => {} };

/** Costs nothing where no request has a key. */
export async function holdKeys(
  transaction: AcceptanceTransaction,
  requests: readonly IntakeRequest[],
): Promise<HeldKeys> {
  const { partitionCount } = transaction;
  const keyed = requests.filter(isKeyed);
  if (keyed.length === 0) return NO_KEYS;
  // Of several requests in this transaction that have the same key, the first holds it.
  const holders = new Map<string, Keyed>();
  for (const request of keyed) if (!holders.has(nameOf(request))) holders.set(nameOf(request), request);
  const stored = new Map(
    (await transaction.holdKeys([...holders.values()].map(keyOf))).map((answered) => [
      `${answered.organisation} ${answered.key}`,
      answered,
    ]),
  );
  return {
    answerTo(request) {
      if (!isKeyed(request)) return undefined;
      const { requestSha256 } = request.idempotency;
      const answered = stored.get(nameOf(request));
      if (answered) {
        const isSame = answered.requestSha256.equals(requestSha256);
        if (!isSame) return { outcome: 'key_reused' };
        const { organisation, resourceType, externalIdentifier } = request;
        const process = processKey(organisation, resourceType, externalIdentifier);
        return {
          outcome: 'accepted',
          attempt: answered.attempt,
          partition: partitionOf(process, partitionCount),
        };
      }
      const holder = holders.get(nameOf(request));
      return holder?.idempotency.requestSha256.equals(requestSha256) ? undefined : { outcome: 'key_in_use' };
    },
    async store(answers) {
      const fresh = new Map(
        answers.flatMap(({ request, attempt }) =>
          isKeyed(request) && !stored.has(nameOf(request)) ? [[nameOf(request), { request, attempt }]] : [],
        ),
      );
      if (fresh.size === 0) return;
      await transaction.storeKeys(
        [...fresh.values()].map(({ request, attempt }) => ({
          ...keyOf(request),
          requestSha256: request.idempotency.requestSha256,
          attempt,
          resourceType: request.resourceType,
          externalIdentifier: request.externalIdentifier,
        })),
      );
    },
  };
}

function isKeyed(request: IntakeRequest): request is Keyed {
  return request.kind === 'import' && request.idempotency !== undefined;
}

function keyOf({ organisation, idempotency }: Keyed) {
  return { organisation, key: idempotency.key };
}

/** An organisation's name has no space. */
function nameOf({ organisation, idempotency }: Keyed): string {
  return `${organisation} ${idempotency.key}`;
}
