/** Names on the wire. Avro allows letters, digits and `_` in a name, and `.` between the parts of its namespace. */

/**
 * Full name of a type-version's record, which is also its registry subject: `agreement.revoked` `v1` →
 * `agreement.revoked_v1`, `lifecycle.support-site.sale` `1.0.0` → `lifecycle.support__site.sale_v1_0_0`.
 */
export function recordName(type: string, version: string): string {
  const suffix = version.replace(/^(?=\d)/, 'v').replaceAll('.', '_');
  return `${type.replaceAll('-', '__')}_${suffix}`;
}

/** Full name of the record of a type's current form: `agreement.revoked` → `agreement.revoked_current`. */
export function currentRecordName(type: string): string {
  return recordName(type, 'current');
}

/** Full name of a shared shape's record: `groups-_create-_Trait` → `shape.groups._create._Trait`. */
export function shapeRecordName(shape: string): string {
  return `shape.${shape.replaceAll('-', '.')}`;
}

/** Whether Avro takes this as a full name. */
export function isAvroName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/.test(name);
}
