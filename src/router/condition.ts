import type { FieldType, Payload, TypeInfo } from '../catalogue/index.js';
import type { Envelope } from '../event/index.js';
import { findField, type RouteField } from './field.js';
import type { Condition, Scalar } from './route.js';

/**
 * A condition, ready for work. It is total: whatever the event, it is true or false and never throws. A field that is
 * not known, or that the type does not have, is null, and every comparison with null is false.
 */
export interface CompiledCondition {
  /** Whether events of this type must be decoded to judge them. */
  needsPayload(type: string): boolean;
  /** `data` is the payload in current form; unused unless {@link needsPayload}. */
  holds(envelope: Envelope, data: Payload): boolean;
}

/** Told of each fault: dotted path within the route file, and what is wrong. */
type OnFault = (path: string, detail: string) => void;

const NEVER: CompiledCondition = { needsPayload: () => false, holds: () => false };
const OPERATORS = ['equals', 'in', 'exists', 'gt', 'gte', 'lt', 'lte'] as const;
const COMBINATIONS = ['all', 'any', 'not'] as const;

/** Compiles a condition for events of `types`, whose schemas its fields and values are checked against. */
export function compileCondition(
  condition: Condition,
  types: readonly TypeInfo[],
  path: string,
  onFault: OnFault,
): CompiledCondition {
  const given = [...OPERATORS, ...COMBINATIONS].filter((name) => condition[name] !== undefined);
  const [only, ...others] = given;
  if (only === undefined || others.length > 0) {
    const choice = [...OPERATORS, ...COMBINATIONS].join(', ');
    onFault(
      path,
      `must have exactly one of ${choice}${given.length > 0 ? `, not ${given.join(' and ')}` : ''}`,
    );
    return NEVER;
  }
  const compile = (inner: Condition, at: string) => compileCondition(inner, types, `${path}.${at}`, onFault);
  const isCombination = condition.all ?? condition.any ?? condition.not;
  if (isCombination && condition.field !== undefined) {
    onFault(`${path}.field`, `does not go with ${only}`);
    return NEVER;
  }
  if (condition.all) return every(condition.all.map((inner, i) => compile(inner, `all.${i}`)));
  if (condition.any) return some(condition.any.map((inner, i) => compile(inner, `any.${i}`)));
  if (condition.not) {
    const inner = compile(condition.not, 'not');
    return { ...inner, holds: (envelope, data) => !inner.holds(envelope, data) };
  }
  return compileTest(condition, types, path, onFault);
}

function every(parts: readonly CompiledCondition[]): CompiledCondition {
  return {
    needsPayload: (type) => parts.some((part) => part.needsPayload(type)),
    holds: (envelope, data) => parts.every((part) => part.holds(envelope, data)),
  };
}

function some(parts: readonly CompiledCondition[]): CompiledCondition {
  return {
    needsPayload: (type) => parts.some((part) => part.needsPayload(type)),
    holds: (envelope, data) => parts.some((part) => part.holds(envelope, data)),
  };
}

function compileTest(
  condition: Condition,
  types: readonly TypeInfo[],
  path: string,
  onFault: OnFault,
): CompiledCondition {
  if (condition.field === undefined) {
    onFault(`${path}.field`, 'must be given');
    return NEVER;
  }
  const field = findField(condition.field, types);
  if (typeof field === 'string') {
    onFault(`${path}.field`, field);
    return NEVER;
  }
  const fault = valueFault(condition, field.kinds);
  if (fault) onFault(path, `${condition.field} ${fault}`);
  const holds = testOf(condition);
  return {
    needsPayload: (type) => field.inPayload(type),
    holds: (envelope, data) => holds(field.valueOf(envelope, data)),
  };
}

/** What keeps the condition's values from ever being those of the field. */
function valueFault(condition: Condition, kinds: RouteField['kinds']): string | undefined {
  if (condition.exists !== undefined) return undefined;
  const values = condition.in ?? OPERATORS.flatMap((name) => scalarOf(condition, name));
  const known = kinds.map(scalarKind);
  const whole = kinds.find((_, i) => known[i] === undefined);
  if (whole) return `is of kind ${whole}, of which only exists can be asked`;
  const ordered = condition.in === undefined && condition.equals === undefined;
  if (ordered && known.includes('boolean')) return 'is true or false, which have no order';
  const wrong = values.find((value) => !known.includes(typeof value));
  if (wrong !== undefined) return `is of kind ${kinds.join(' or ')}, which ${JSON.stringify(wrong)} is not`;
  return undefined;
}

function scalarOf(condition: Condition, name: (typeof OPERATORS)[number]): Scalar[] {
  const value = condition[name];
  return value === undefined || typeof value === 'object' ? [] : [value as Scalar];
}

/** What JavaScript has for it; undefined for what is no single value. */
function scalarKind(kind: FieldType['kind']): string | undefined {
  if (kind === 'long' || kind === 'double') return 'number';
  return kind === 'string' || kind === 'boolean' ? kind : undefined;
}

function testOf({ equals, in: choices, exists, gt, gte, lt, lte }: Condition): (value: unknown) => boolean {
  if (exists !== undefined) return (value) => (value !== null) === exists;
  if (equals !== undefined) return (value) => value === equals;
  if (choices !== undefined) {
    const set = new Set<unknown>(choices);
    return (value) => set.has(value);
  }
  if (gt !== undefined) return ordered(gt, (order) => order > 0);
  if (gte !== undefined) return ordered(gte, (order) => order >= 0);
  if (lt !== undefined) return ordered(lt, (order) => order < 0);
  return ordered(lte ?? '', (order) => order <= 0);
}

/** Numbers by size, text by code unit, so that dates and UTC times go by time. Values of another kind: false. */
function ordered(bound: string | number, holds: (order: number) => boolean): (value: unknown) => boolean {
  return (value) => {
    if (typeof value === 'number' && typeof bound === 'number') return holds(value - bound);
    if (typeof value !== 'string' || typeof bound !== 'string') return false;
    return holds(value < bound ? -1 : Number(value > bound));
  };
}
