import { connect } from '../../src/cli/demo/client.js';
import { MIDDLING_EACH, SUPPLIERS_FROM, TINY_EACH } from './fill.js';

/** One request of a kind. */
export interface BenchRequest {
  /** Who asks, and for what: figures are told by it. */
  readonly kind: string;
  readonly isList: boolean;
  readonly token: string;
  readonly path: string;
}

interface Keys {
  readonly large: string;
  readonly middling: string;
  readonly tiny: string;
  readonly operator: string;
}

/** Lists with each of the documented filters, in turn with single things; values are spread over all there are. */
export async function requestsOf(
  url: string,
  keys: Keys,
  accounts: number,
): Promise<readonly BenchRequest[]> {
  const requests: BenchRequest[] = [];
  for (const who of ['large', 'middling', 'tiny', 'operator'] as const) {
    const { token } = await connect(url, keys[who]);
    // Of the smaller organisations is each so many'th account.
    const step = { tiny: TINY_EACH, middling: MIDDLING_EACH, large: 1, operator: 1 }[who];
    const one = (index: number) => step * (1 + ((index * 7919) % Math.max(1, Math.floor(accounts / step))));
    const add = (isList: boolean, paths: readonly PathOf[]) => {
      for (const [kind, path] of paths.entries()) {
        for (let index = 0; index < 5; index++) {
          const at = path(one(index + 5 * kind), SUPPLIERS_FROM[who]);
          const name = at.replace(/=[^&]*/g, '=…').replace(/\/[A-Z]-\d+|\/crm-\d+|\/event-\d+|\/\d+$/g, '/…');
          requests.push({ kind: `${who} ${name}`, isList, token, path: `/v1/query/${at}` });
        }
      }
    };
    add(true, LISTS);
    add(false, ITEMS);
  }
  // Mixed, so that no kind has a moment of its own; the same each time.
  return requests
    .map((request, index) => ({ request, at: (index * 7919) % requests.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ request }) => request);
}

/** @param first of the organisation's import suppliers */
type PathOf = (n: number, first: number) => string;

const LISTS: readonly PathOf[] = [
  () => 'import-suppliers',
  (n, first) => `import-processes?import_supplier=supplier-${first + (n % 10)}`,
  (n) => `import-processes?external_identifier_prefix=crm-${n}`,
  (n) => `import-processes?account_number=A-${n}`,
  () => 'import-processes?state=error',
  () => 'import-processes?state=complete',
  (n) => `import-processes?error_code=code-${n % 7}`,
  () => 'import-processes?resource_type=order',
  () => 'orders',
  () => 'orders?state=error',
  () => 'post-imports?state=error',
  () => 'import-minutes',
  (n, first) => `import-minutes?import_supplier=supplier-${first + (n % 10)}`,
  () => 'import-errors',
  (n, first) => `import-refusals?import_supplier=supplier-${first + (n % 10)}`,
  (n) => `import-refusals?code=code-${n % 7}`,
  () => 'accounts',
  (n, first) => `accounts?import_supplier=supplier-${first + (n % 10)}`,
  (n) => `accounts?account_number_prefix=A-${n}`,
  () => 'agreements',
  (n) => `agreements?account_number=A-${n}`,
  (n) => `agreements?product_code=product-${n % 1001}`,
  () => 'conversations',
  (n) => `conversations?account_number=A-${n}`,
  () => 'conversations?status=snoozed',
  () => 'supplier-lifecycles',
  () => 'supplier-lifecycles?kind=leave',
  () => 'supplier-lifecycles?status=requested',
  (n) => `supplier-lifecycles?account_number=A-${n}`,
  () => 'supplier-lifecycles?stuck_since_before=2026-01-05T00:00:00Z',
  () => 'events',
  (n) => `events?event_type=type-${n % 100}`,
  (n) => `events?account_number=A-${n}`,
  (n, first) => `events?import_supplier=supplier-${first + (n % 10)}`,
  () => 'events?from=2026-01-02T00:00:00Z&before=2026-01-03T00:00:00Z',
  (n) => `accounts/A-${n}/timeline`,
];

const ITEMS: readonly PathOf[] = [
  (n) => `accounts/A-${n}`,
  (n) => `import-processes/crm-${n}`,
  (n) => `agreements/${n}`,
  (n) => `events/event-${n}`,
];
