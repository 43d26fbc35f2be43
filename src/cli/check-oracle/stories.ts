import type { Catalogue, Payload, TypeInfo } from '../../catalogue/index.js';
import type { Random } from '../random.js';
import { ORGANISATIONS, SUPPLIERS, Teller } from './vocabulary.js';

/** An event as a story tells it. */
export interface StoryEvent {
  readonly type: string;
  readonly version: string;
  readonly data: Payload;
  /** Who it is told for; left out, anybody or nobody. */
  readonly organisation?: string;
  readonly importSupplier?: string;
  readonly source?: string;
}

/** Events in the order in which they are told. */
export type Story = readonly StoryEvent[];

/** What may be told: every type of the catalogue, internal ones included, in every version. */
export class Stories {
  readonly #types: readonly TypeInfo[];
  readonly #random: Random;

  constructor(catalogue: Catalogue, random: Random) {
    this.#types = [...catalogue.types.values()];
    this.#random = random;
  }

  /** One of all kinds. */
  any(): Story {
    const random = this.#random;
    if (random.chance(0.35)) return random.chance(0.7) ? this.#import() : this.#supplier();
    return random.chance(0.6) ? this.#family() : this.#lone();
  }

  /** What events of one part of the catalogue say about the same things, in any order. */
  #family(): Story {
    const teller = new Teller(this.#random);
    const one = this.#random.pick(this.#types);
    const family = this.#types.filter((type) => partOf(type) === partOf(one));
    const told = Array.from({ length: this.#random.between(2, 12) }, () => this.#random.pick(family));
    return told.map((type) => this.#tell(type, teller));
  }

  /** One event of any type, about anything. */
  #lone(): Story {
    return [this.#tell(this.#random.pick(this.#types), new Teller(this.#random))];
  }

  #supplier(): Story {
    const known = { organisation: this.#organisation(), import_supplier: this.#random.pick(SUPPLIERS) };
    return this.#ours(known, [
      ['import_supplier.created', {}],
      ['import_supplier.status_changed', {}],
      ['import_supplier.status_changed', {}],
      ['import.refused', {}],
      ['data_import.import_process.dry_run_complete', {}],
      ['data_import.import_process.dry_run_error', {}],
    ]);
  }

  /** An import or order with its attempts, outcomes and what follows it; some steps are lost, or come out of order. */
  #import(): Story {
    const random = this.#random;
    const resource_type = random.pick(['account', 'order']);
    const external_identifier = `X-${random.between(1, 12)}`;
    const outcomes = resource_type === 'order' ? 'data_import.order_process' : 'data_import.import_process';
    const steps: [string, Payload][] = [];
    for (let attempt = 1; attempt <= random.between(1, 3); attempt++) {
      steps.push(['import.accepted', { attempt }]);
      const end = random.pick(['complete', 'error', 'error', 'cancelled', 'none']);
      if (end === 'none') continue;
      const failure: [string, Payload][] = end === 'error' ? [['import.failed', { attempt }]] : [];
      const outcome: [string, Payload] = [`${outcomes}.${end}`, {}];
      steps.push(...(random.chance(0.5) ? [...failure, outcome] : [outcome, ...failure]));
    }
    for (const task of ['opening_balance', 'meter_reads'].filter(() => random.chance(0.5))) {
      const end = random.pick(['completed', 'error']);
      steps.push(['post_import.planned', { task }]);
      steps.push([`data_import.import_process.post_import.${end}`, { resource_type: task }]);
    }
    const known = {
      organisation: this.#organisation(),
      import_supplier: random.pick(SUPPLIERS),
      resource_type,
      external_identifier,
      external_order_id: external_identifier,
      import_process_resource_type: resource_type,
      import_process_external_identifier: external_identifier,
    };
    const told = steps.filter(() => random.chance(0.9));
    return this.#ours(known, random.chance(0.8) ? told : shuffled(random, told));
  }

  /** Events of our own importer. */
  #ours(
    known: Payload & { readonly organisation: string; readonly import_supplier: string },
    steps: readonly [string, Payload][],
  ): Story {
    const teller = new Teller(this.#random);
    return steps.flatMap(([name, fixed]) => {
      const type = this.#types.find((candidate) => candidate.name === name);
      if (!type) throw new Error(`${name} is not in the catalogue`);
      const told = this.#tell(type, teller, { ...known, ...fixed });
      const { organisation, import_supplier: importSupplier } = known;
      return [{ ...told, organisation, importSupplier, source: 'headrace/importer' }];
    });
  }

  #tell(type: TypeInfo, teller: Teller, fixed: Payload = {}): StoryEvent {
    const { version, fields } = this.#random.pick(type.versions);
    return { type: type.name, version, data: teller.payload(fields, fixed) };
  }

  #organisation(): string {
    return this.#random.pick(ORGANISATIONS);
  }
}

/** The part of the catalogue that a type belongs to, by its name. */
const partOf = ({ name }: TypeInfo) => name.split(/[._-]/)[0];

function shuffled<T>(random: Random, items: readonly T[]): readonly T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
