import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import { BASE } from './calls.js';
import { tellLag } from './freshness.js';
import { catchUpSeconds, conditionOf, RateMeter, worstOf } from './lag.js';
import { noParameters } from './parameters.js';
import type { ProjectionState, ReadModels, Standing } from './port.js';

// Long enough that a burst does not make an estimate of hours one of seconds.
const RATE_WINDOW_MS = 120_000;
const SAMPLE_MS = 5_000;

const PATH = `${BASE}/projections`;

/** `GET /v1/query/projections`, and one of them: how far each projection is, how fast, and what it is doing. */
export function projectionsRoute(server: FastifyInstance, readModels: ReadModels): void {
  const meter = new RateMeter(RATE_WINDOW_MS);
  const look = async () => {
    const states = await readModels.projections();
    for (const state of states) {
      for (const { partition, position, head } of state.partitions) {
        meter.saw(nameOf(state, partition), { atMs: performance.now(), position, head });
      }
    }
    return states;
  };
  // What is not seen is not told: a database that is away is told of where it is asked for something.
  const sampling = setInterval(() => void look().catch(() => {}), SAMPLE_MS);
  sampling.unref();
  server.addHook('onClose', async () => clearInterval(sampling));

  const read = async () => {
    const [states, standings] = await Promise.all([look(), readModels.standings()]);
    return states.map((state) => present(state, standings, meter));
  };

  server.get(PATH, async (request, reply) => {
    noParameters(request.url);
    const results = await read();
    tellLag(reply, Math.max(0, ...results.map(({ lag_seconds }) => lag_seconds)));
    return { results };
  });

  server.get<{ Params: { name: string } }>(`${PATH}/:name`, async (request, reply) => {
    noParameters(request.url);
    const found = (await read()).find(({ projection }) => projection === request.params.name);
    if (!found) throw new RequestError('not_found');
    tellLag(reply, found.lag_seconds);
    return found;
  });
}

const nameOf = ({ name, version }: ProjectionState, partition: number) => `${name} ${version} ${partition}`;

function present(state: ProjectionState, standings: readonly Standing[], meter: RateMeter) {
  const { name, version } = state;
  const partitions = state.partitions.map(({ partition, position, head, lagSeconds, eventTime, parked }) => {
    const standing = standings.find(
      (one) => one.name === name && one.version === version && one.partition === partition,
    );
    const rates = meter.rates(nameOf(state, partition));
    const behind = Math.max(0, head - position);
    const condition = standing ? conditionOf({ position, head, lagSeconds }, standing) : 'no_owner';
    return {
      partition,
      state: condition,
      reason: condition === 'stopped' ? (standing?.stopReason ?? null) : null,
      position,
      head,
      events_behind: behind,
      lag_seconds: lagSeconds,
      events_per_second: rates ? rates.appliedPerSecond : null,
      catch_up_seconds: catchUpSeconds(behind, rates),
      event_time: eventTime,
      parked,
    };
  });
  const sum = (of: (partition: (typeof partitions)[number]) => number) =>
    partitions.reduce((total, partition) => total + of(partition), 0);
  const estimates = partitions.map(({ catch_up_seconds }) => catch_up_seconds);
  const worst = worstOf(partitions.map((partition) => partition.state));
  return {
    projection: name,
    version,
    state: worst,
    reason: partitions.find((partition) => partition.state === worst)?.reason ?? null,
    events_behind: sum(({ events_behind }) => events_behind),
    lag_seconds: Math.max(0, ...partitions.map(({ lag_seconds }) => lag_seconds)),
    events_per_second: partitions.every(({ events_per_second }) => events_per_second === null)
      ? null
      : sum(({ events_per_second }) => events_per_second ?? 0),
    // As long as the slowest partition takes.
    catch_up_seconds: estimates.includes(null) ? null : Math.max(0, ...estimates.map((one) => one ?? 0)),
    parked: sum(({ parked }) => parked),
    partitions,
  };
}
