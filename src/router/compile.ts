import type { Catalogue, Payload, TypeInfo } from '../catalogue/index.js';
import type { Envelope } from '../event/index.js';
import { compileCondition } from './condition.js';
import type { RouteFault } from './faults.js';
import { findField, type RouteField } from './field.js';
import { compileGlob } from './glob.js';
import { topicFor } from './parse.js';
import type { Route } from './route.js';

/** What a route does with events of one type and version. */
export interface Plan {
  readonly route: Route;
  /** Name of what it goes to: `topic:<topic>` or `webhook:<route>`. */
  readonly target: string;
  /** What the record is written as: `as-sent`, `current`, or a version other than the event's own. */
  readonly form: string;
  /** Whether an event must be decoded to know whether it matches, or what its key is. */
  readonly needsPayload: boolean;
  /** `data` is the payload in current form; unused unless {@link needsPayload}. */
  matches(envelope: Envelope, data: Payload): boolean;
  /** The record's key. */
  keyOf(envelope: Envelope, data: Payload): string;
}

/** The routes of an installation as look-ups: by type and version of an event, what is to be done with it. */
export interface RouteTable {
  /** `undefined` where the catalogue has no such type or version. */
  plansOf(type: string, version: string): readonly Plan[] | undefined;
  /** Everything some plan goes to, and the route that it belongs to. */
  readonly targets: ReadonlyMap<string, Route>;
  /** Types that each route matches, internal ones never among them. */
  readonly matched: ReadonlyMap<Route, readonly TypeInfo[]>;
}

/**
 * Checks routes against the catalogue and compiles them, also those that are not enabled; only `works` get plans.
 *
 * @returns the table, or every fault of every route
 */
export function compileRoutes(
  catalogue: Catalogue,
  routes: readonly Route[],
  works: (route: Route) => boolean = ({ enabled }) => enabled,
): RouteTable | readonly RouteFault[] {
  const faults: RouteFault[] = [];
  const targets = new Map<string, Route>();
  const matched = new Map<Route, readonly TypeInfo[]>();
  const table = new Map(
    [...catalogue.types.values()].map(({ name, versions }) => [
      name,
      new Map<string, Plan[]>(versions.map(({ version }) => [version, []])),
    ]),
  );
  for (const route of routes) {
    const onFault = (path: string, detail: string) => faults.push({ file: route.file, path, detail });
    const types = matchedTypes(catalogue, route, onFault);
    matched.set(route, types);
    if (types.length === 0) continue;
    const maker = planMaker(route, types, onFault);
    if (!works(route)) continue;
    for (const plan of types.flatMap((type) =>
      type.versions.flatMap((version) => maker(type, version.version)),
    )) {
      const owner = targets.get(plan.target) ?? route;
      targets.set(plan.target, owner);
      if (owner !== route) {
        // A record's origin tells how far a topic is: two routes would hide what the other left out.
        onFault(
          'to.topic',
          `${plan.target.slice('topic:'.length)} is written by ${owner.file}: a topic has one route`,
        );
        break;
      }
      table.get(plan.type)?.get(plan.version)?.push(plan);
    }
  }
  if (faults.length > 0) return faults;
  return { targets, matched, plansOf: (type, version) => table.get(type)?.get(version) };
}

type OnFault = (path: string, detail: string) => void;

/** Internal events never leave: no glob reaches them. */
function matchedTypes(catalogue: Catalogue, { match }: Route, onFault: OnFault): TypeInfo[] {
  const open = [...catalogue.types.values()].filter(({ internal }) => !internal);
  const choose = (globs: readonly string[], member: string): Set<string> => {
    const chosen = new Set<string>();
    globs.forEach((glob, i) => {
      const matches = compileGlob(glob);
      const found = open.filter(({ name }) => matches(name));
      if (found.length === 0)
        onFault(`match.${member}.${i}`, `${glob} matches no event type of the catalogue`);
      for (const { name } of found) chosen.add(name);
    });
    return chosen;
  };
  const types = choose(match.types, 'types');
  const except = choose(match.except ?? [], 'except');
  const left = open.filter(({ name }) => types.has(name) && !except.has(name));
  if (types.size > 0 && left.length === 0) onFault('match.except', 'leaves no event type');
  match.versions?.forEach((version, i) => {
    if (left.length > 0 && !left.some((type) => hasVersion(type, version))) {
      onFault(`match.versions.${i}`, `none of the matched types has a version ${version}`);
    }
  });
  return left;
}

const hasVersion = ({ versions }: TypeInfo, version: string): boolean =>
  versions.some((known) => known.version === version);

type PlacedPlan = Plan & { readonly type: string; readonly version: string };

function planMaker(
  route: Route,
  types: readonly TypeInfo[],
  onFault: OnFault,
): (type: TypeInfo, version: string) => PlacedPlan[] {
  const { match, to, as } = route;
  const where = match.where && compileCondition(match.where, types, 'match.where', onFault);
  const key = keyField(route, types, onFault);
  if (as !== 'as-sent' && as !== 'current' && !types.some((type) => hasVersion(type, as))) {
    onFault('as', `must be as-sent, current, or a version that one of the matched types has; none has ${as}`);
  }
  return (type, version) => {
    if (match.versions && !match.versions.includes(version)) return [];
    return [
      {
        route,
        type: type.name,
        version,
        target: to.kind === 'topic' ? `topic:${topicFor(to.topic, type.name)}` : `webhook:${route.name}`,
        form: as === version ? 'as-sent' : as,
        needsPayload: Boolean(where?.needsPayload(type.name) || key?.inPayload(type.name)),
        matches: where ? (envelope, data) => where.holds(envelope, data) : () => true,
        keyOf: (envelope, data) => keyText(key?.valueOf(envelope, data)) ?? envelope.key,
      },
    ];
  };
}

function keyField({ key }: Route, types: readonly TypeInfo[], onFault: OnFault): RouteField | undefined {
  if (key === undefined) return undefined;
  const field = findField(key, types);
  if (typeof field === 'string') {
    onFault('key', field);
    return undefined;
  }
  const whole = field.kinds.find((kind) => ['array', 'record', 'json'].includes(kind));
  if (whole) onFault('key', `${key} is of kind ${whole}, of which no key can be made`);
  return field;
}

/** Undefined where the event does not know it: then its partition key stands in. An empty text is no key. */
function keyText(value: unknown): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value);
}
