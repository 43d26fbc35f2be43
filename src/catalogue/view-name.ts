import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names. */
const NAME_LENGTH_MAX = 63;

/** Said shorter, one after the other, until a name fits. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/supply_point_journey/, 'journey'],
  [/flow_step_initiated$/, 'flow_step'],
  [/disputed_(opening|closing)_reading/, 'disputed_$1'],
  [/alternative_proposed/, 'alternative'],
  [/flow_step$/, 'step'],
];

/** Their names say what they are of. */
const OF_LIFECYCLES = /^lifecycle_(?=(?:join_supplier|leave_supplier|enrollment)_)/;

/** The view of the schema `analytics` that shows the events of a type: `account.smart-meter…` → `account_smart_meter…`. */
export function viewNameOf(type: string): string {
  let name = type
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(OF_LIFECYCLES, '');
  for (const [long, short] of SHORTER) {
    if (name.length <= NAME_LENGTH_MAX) return name;
    name = name.replace(long, short);
  }
  if (name.length <= NAME_LENGTH_MAX) return name;
  const hash = createHash('sha256').update(type).digest('hex').slice(0, 8);
  return `${name.slice(0, NAME_LENGTH_MAX - 9)}_${hash}`;
}
