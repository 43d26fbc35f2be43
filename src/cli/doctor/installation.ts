import type { InstallationFacts } from '../../adapters/postgres/examine.js';
import type { TargetStatus } from '../../adapters/postgres/router-dead.js';
import type { Config } from '../../config.js';
import { isFed, PREVIEW_VERSION, type Projection, type VersionState } from '../../projector/index.js';
import { type Finding, fail, ok, warn } from './finding.js';

/** Longer behind than a restart takes. */
const LAG_SECONDS = 60;
/** A hold ends by itself within seconds; one older than this has been forgotten by a killed command. */
const HOLD_SECONDS = 60;

/** The journal, who works on it, and what other systems sent. */
export function aboutInstallation(config: Config, facts: InstallationFacts): readonly Finding[] {
  const { partitions, events, operatorKeys, inboundParked } = facts;
  return [
    ok('journal', `${partitions} partitions, ${events} events`),
    operatorKeys > 0
      ? ok('keys', `${operatorKeys} of operators`)
      : warn('keys', 'no operator has a key', 'headrace keys create --operate'),
    ...aboutLeases(config, facts),
    inboundParked === 0
      ? ok('inbound', 'nothing is parked')
      : warn('inbound', `${inboundParked} records are parked`, 'headrace inbound parked list'),
  ];
}

function aboutLeases({ kafkaBrokers }: Config, { leases, unrelayed }: InstallationFacts): Finding[] {
  const findings: Finding[] = [];
  const of = (name: string) => leases.find((lease) => lease.name === name);
  const relay = of('relay');
  if (kafkaBrokers) {
    const waiting = `${unrelayed} events wait`;
    findings.push(
      relay && relay.endedSecondsAgo < 0
        ? ok('relay', `${relay.holder} relays; ${waiting}`)
        : warn(
            'relay',
            `nobody relays (${lastOf(relay)}); ${waiting}`,
            'start a process with the role relay',
          ),
    );
  }
  const router = of('router');
  if (router) {
    findings.push(
      router.endedSecondsAgo < 0
        ? ok('router', `${router.holder} routes`)
        : warn('router', `nobody routes (${lastOf(router)})`, 'start a process with the role router'),
    );
  }
  for (const { name, holder, endedSecondsAgo } of leases) {
    if (name.startsWith('hold of ') && endedSecondsAgo > HOLD_SECONDS)
      findings.push(ok('projections', `a stale ${name} by ${holder} has ended by itself`));
  }
  return findings;
}

function lastOf(lease: InstallationFacts['leases'][number] | undefined): string {
  if (!lease) return 'nobody ever did';
  return `the last was ${lease.holder}, ${Math.round(lease.endedSecondsAgo)} s ago`;
}

/** Targets of routes: what stands still, and what was given up. */
export function aboutTargets(targets: readonly TargetStatus[]): readonly Finding[] {
  return targets.map(({ target, behind, waiting, dead, stopped }) => {
    const found = `${target}: ${behind} events behind, ${waiting} waiting`;
    if (stopped !== null)
      return fail('routes', `${target} is stopped: ${stopped}`, 'mend it; it goes on by itself');
    if (dead > 0) return warn('routes', `${found}, ${dead} dead letters`, 'headrace routes dead list');
    return ok('routes', found);
  });
}

/** What is checked out of a projection, and its versions in the database. */
export function aboutProjection(
  projection: Projection,
  versions: readonly VersionState[],
): readonly Finding[] {
  const { name, version } = projection;
  const live = versions.find(({ role }) => role === 'live');
  if (!live) return [warn('projections', `${name} has no tables yet`, 'headrace start makes them')];
  const findings = versions
    .filter(({ role, version }) => role !== 'retired' && version !== PREVIEW_VERSION)
    .map((state) => aboutVersion(name, state));
  if (live.version !== version) {
    const todo = `headrace projections rebuild ${name}, verify, promote: docs/operations.md`;
    findings.push(warn('projections', `${name}: v${version} is checked out, v${live.version} is live`, todo));
  }
  return findings;
}

function aboutVersion(name: string, state: VersionState): Finding {
  const { version, role, parked, stop, partitions } = state;
  const lag = Math.round(Math.max(0, ...partitions.map(({ lagSeconds }) => lagSeconds)));
  const what = `${name} v${version} (${role})`;
  const fed = isFed(state) ? `fed by ${state.fedBy}` : 'fed by nobody';
  if (stop)
    return fail('projections', `${what} is stopped: ${stop.detail}`, 'docs/operations.md says what to do');
  if (parked > 0)
    return warn('projections', `${what}: ${parked} events are parked`, `headrace parked list ${name}`);
  const found = `${what}: ${lag} s behind, ${fed}`;
  if (lag <= LAG_SECONDS) return ok('projections', found);
  const todo = isFed(state)
    ? 'wait; if it grows, give it a process of its own'
    : 'start a process with the role projector';
  return warn('projections', found, todo);
}
