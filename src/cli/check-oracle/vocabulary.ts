import type { Field, FieldType, Payload } from '../../catalogue/index.js';
import type { Random } from '../random.js';

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);

const ACCOUNTS = numbered('A', 8);
const PROCESSES = numbered('P', 5);
const LEDGERS = numbered('L', 4);
const POINTS = ['1200023305967', '1200023305976', '9876543210'];
const EXTERNAL = [...numbered('X', 6), 'a/b %?', ''];
const RESOURCES = ['account', 'order', 'opening_balance'];

/** In UTF-16 the last of these comes before the one ahead of it, in the database behind it. */
export const ORGANISATIONS = ['acme', 'bolt', '\uff5enorth', '\u{1f4a7}south'];
export const SUPPLIERS = ['orchard', 'spring/1', 'ü'];

const TEXTS = ['', 'a', 'b', 'ü/%', "'; --", '"\\\n\t', '\u{1f4a7}', '\uff5e', 'null', 'x'.repeat(400)];
const TIMES = ['2026-01-01', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00+02:00', '2026-02-30', '', 'soon'];
const LONGS = [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const DOUBLES = [0.5, 2, -0.1, 1e300, 5e-324];
const JSON_VALUES = [null, 1, 'a', false, ['a', null], { number: 'A-2', n: [1.5] }, '\u{1f4a7}"'];

/** Texts of fields that name a thing, or that folds look at: few, so that random events meet in the same rows. */
const POOLS: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/^organisation$/, ORGANISATIONS],
  [/^import_supplier$/, SUPPLIERS],
  [/resource_type$/, RESOURCES],
  [/^(external_identifier|external_order_id|import_process_external_identifier)$/, EXTERNAL],
  [/^(account_number|subject_number|number)$/, ACCOUNTS],
  [/^(.*_process_number|process_number|process_id)$/, PROCESSES],
  [/^(ledger_number|ledger_identifier|ledger)$/, LEDGERS],
  [/(mpan|mprn|meter_point|supply_point|market_identifier)/, POINTS],
  [/(_at|_on|_date|_from|_to|_end|_ssd|^start|^end|timestamp)$/, TIMES],
  [/status/, ['ongoing', 'paused', 'complete', 'ENERGISED', 'open']],
  [/^(market_name|fuel|utility)$/, ['ELECTRICITY', 'GAS', 'elec']],
  [/^(key|code|attr|task|error_code|name|campaign_name)$/, ['a', 'b', '']],
  [/(number|identifier|_id|_key|_name|_code|^identity|^id)$/, numbered('I', 4)],
];

const poolByName = new Map<string, readonly string[]>();

function poolOf(name: string): readonly string[] {
  const known = poolByName.get(name);
  if (known) return known;
  const pool = POOLS.find(([pattern]) => pattern.test(name))?.[1] ?? TEXTS;
  poolByName.set(name, pool);
  return pool;
}

/** Makes payloads whose fields of one name tend to hold one value: what one story tells is about the same things. */
export class Teller {
  readonly #random: Random;
  readonly #bound = new Map<string, unknown>();

  constructor(random: Random, bound: Payload = {}) {
    this.#random = random;
    for (const [name, value] of Object.entries(bound)) this.#bound.set(name, value);
  }

  /** A payload of these fields; those of `fixed` hold what it says. */
  payload(fields: readonly Field[], fixed: Payload = {}): Payload {
    const given = fields.filter(
      ({ name, required }) => required || name in fixed || this.#random.chance(0.7),
    );
    return Object.fromEntries(
      given.map(({ name, type }) => [name, name in fixed ? fixed[name] : this.#value(name, type)]),
    );
  }

  #value(name: string, type: FieldType): unknown {
    switch (type.kind) {
      case 'string':
        return this.#text(name);
      case 'long':
        return this.#long(name);
      case 'double':
        return this.#random.pick(DOUBLES);
      case 'boolean':
        return this.#random.chance(0.5);
      case 'json':
        return this.#json();
      case 'array':
        return Array.from({ length: this.#random.between(0, 3) }, () => this.#value(name, type.items));
      case 'record':
        return this.payload(type.shape.fields);
    }
  }

  #text(name: string): string {
    const pool = poolOf(name);
    if (pool === TEXTS) return this.#random.pick(TEXTS);
    return this.#remembered(`${name} as text`, () => this.#random.pick(pool));
  }

  #long(name: string): number {
    if (!/(^|_)(id|reference|ids)$|^attempt$/.test(name)) {
      return this.#random.chance(0.2) ? this.#random.pick(LONGS) : this.#random.between(1, 1_000);
    }
    return this.#remembered(name, () => this.#random.between(1, name === 'attempt' ? 3 : 6));
  }

  #json(): Payload {
    const names = ['number', 'account_number', 'valid_to', '', 'ü "x"'];
    const given = names.filter(() => this.#random.chance(0.4));
    return Object.fromEntries(
      given.map((name) => [
        name,
        name.endsWith('number') ? this.#random.pick(ACCOUNTS) : this.#random.pick(JSON_VALUES.slice(1)),
      ]),
    );
  }

  #remembered<T extends string | number>(name: string, make: () => T): T {
    const known = this.#bound.get(name);
    const value = make();
    // Now and then it is another: links change, and stories meet.
    if (known !== undefined && typeof known === typeof value && this.#random.chance(0.85)) return known as T;
    if (known === undefined) this.#bound.set(name, value);
    return value;
  }
}
