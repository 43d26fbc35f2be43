/** In place of a value: it says neither what it is nor how long. */
const MASK = '***';

/** Fields that tell of the import and not of the person, by their dotted path; `*` is any index. */
const SHOWN: ReadonlySet<string> = new Set([
  'external_identifier',
  'external_order_id',
  'import_supplier',
  'type',
  'subtype',
  'account.number',
  'account.external_identifier',
  'supply_points.*.market_name',
  'supply_points.*.supply_start_date',
  'supply_points.*.agreement.product_code',
  'supply_points.*.agreement.valid_from',
  'supply_points.*.agreement.valid_to',
  'documents.*.kind',
  'documents.*.dated',
  'campaigns.*.name',
]);

/**
 * The payload with its structure, and `***` for every value but those that tell of the import. A field that nobody has
 * thought of is masked.
 */
export function maskPayload(value: unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => maskPayload(item, `${path}.*`));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]: [string, unknown]) => [
        name,
        maskPayload(field, path === '' ? name : `${path}.${name}`),
      ]),
    );
  }
  return SHOWN.has(path) ? value : MASK;
}
