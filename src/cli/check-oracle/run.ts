import type { Pool } from '../../adapters/postgres/pool.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { RecordedEvent } from '../../event/index.js';
import { createProjector, type Projection } from '../../projector/index.js';
import { createRandom, type Random } from '../random.js';
import { compare, compareParked, type Difference, tellDifference } from './compare.js';
import { MOST_PARTITIONS, openSide, type Side } from './databases.js';
import { writeExpected } from './expected-rows.js';
import { faultyStore } from './faulty-store.js';
import { makeHistory } from './history.js';
import { type Expected, foldPlainly } from './oracle.js';
import { relationsOf } from './relations.js';
import { type Script, ScriptedLog } from './scripted-log.js';

export interface OracleOptions {
  readonly catalogue: Catalogue;
  readonly projections: readonly Projection[];
  /** Two migrated databases of the check's own. */
  readonly engine: Pool;
  readonly oracle: Pool;
  readonly histories: number;
  readonly seed: number;
  /** Shrinks histories where a short check is wanted; 1 for those of full length. */
  readonly scale: number;
  /** Told of each history that came out differently. */
  readonly say: (line: string) => void;
  readonly onHistory: () => void;
}

export interface OracleVerdict {
  readonly histories: number;
  readonly events: number;
  /** Rows compared, of tables and views. */
  readonly rows: number;
  /** Histories of which some row, or something parked, came out differently. */
  readonly diverged: number;
}

/** Applies seeded histories by the projector, on PostgreSQL, under all kinds of trouble, and compares with the oracle. */
export async function checkOracle(options: OracleOptions): Promise<OracleVerdict> {
  const { projections, histories, seed, say } = options;
  const engine = await openSide(options.engine, projections);
  const oracle = await openSide(options.oracle, projections);
  const relations = await relationsOf(options.engine, projections);
  const verdict = { histories, events: 0, rows: 0, diverged: 0 };
  for (let history = 0; history < histories; history++) {
    // Of its own, so that one history can be told again alone.
    const historySeed = (seed + history) >>> 0;
    const random = createRandom(historySeed);
    const shape = shapeOf(random, options.scale);
    const log = makeHistory(options.catalogue, random, shape);
    verdict.events += log.length;
    const differences: Difference[] = [];
    let fault: unknown;
    try {
      await Promise.all([engine.clear(), oracle.clear()]);
      const parked = await expectByOracle(options, oracle, log);
      await applyByEngine(options, engine, log, shape, random);
      for (const compared of [
        await compare(engine.pool, oracle.pool, relations),
        await compareParked(engine.pool, parked),
      ]) {
        verdict.rows += compared.rows;
        differences.push(...compared.differences);
      }
    } catch (error) {
      fault = error;
    }
    if (fault || differences.length > 0) {
      verdict.diverged++;
      const told = fault instanceof Error ? [fault.stack ?? fault.message] : differences.map(tellDifference);
      say(`--histories 1 --seed ${historySeed}: ${log.length} events, ${JSON.stringify(shape)}`);
      for (const text of told) say(text);
    }
    options.onHistory();
  }
  return verdict;
}

interface Shape extends Script {
  readonly size: number;
  readonly partitions: number;
  /** How likely each read or write of the database fails. */
  readonly faults: number;
  readonly cachedRows: number;
  readonly windowRows: number;
}

/** Deliveries of one event want short histories, or they take most of the time. */
const KINDS = [
  { mostEvents: 1, least: 30, most: 150 },
  { mostEvents: 20, least: 100, most: 900 },
  { mostEvents: 500, least: 500, most: 2_500 },
  { mostEvents: 5_000, least: 500, most: 6_000 },
] as const;

function shapeOf(random: Random, scale: number): Shape {
  const { mostEvents, least, most } = random.pick(KINDS);
  return {
    mostEvents,
    size: Math.ceil(random.between(least, most) * scale),
    partitions: random.between(1, MOST_PARTITIONS),
    trouble: random.pick([0, 0.02, 0.1]),
    faults: random.pick([0, 0.02]),
    cachedRows: random.pick([1, 30, 50_000]),
    windowRows: random.pick([1, 30, 20_000]),
  };
}

/** Each projection by one projector after the other, until one has taken all. */
async function applyByEngine(
  { catalogue, projections }: OracleOptions,
  { store }: Side,
  events: readonly RecordedEvent[],
  shape: Shape,
  random: Random,
): Promise<void> {
  for (const projection of projections) {
    const log = new ScriptedLog(events, shape.partitions, random, shape);
    while (!log.isDone) {
      const projector = createProjector({
        projection,
        store: faultyStore(store, random, shape.faults),
        decode: (event) => catalogue.decodeCurrent(event),
        keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
        cachedRows: shape.cachedRows,
        windowRows: shape.windowRows,
        onParked: () => {},
      });
      await projector.run(log, new AbortController().signal);
    }
  }
}

/** Writes the rows as they must be. @returns what must be parked */
async function expectByOracle(
  { catalogue, projections }: OracleOptions,
  { pool }: Side,
  log: readonly RecordedEvent[],
): Promise<Parameters<typeof compareParked>[1]> {
  const parked: { projection: string; parked: Expected['parked'] }[] = [];
  for (const projection of projections) {
    const expected = foldPlainly(projection, log, (event) => catalogue.decodeCurrent(event));
    await writeExpected(pool, projection, expected);
    parked.push({ projection: projection.name, parked: expected.parked });
  }
  return parked;
}
