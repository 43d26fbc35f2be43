/** Addresses of pages. Whatever a thing is called, its page has one. */
const part = encodeURIComponent;

export const supplierPath = (organisation: string, importSupplier: string) =>
  `/dashboard/suppliers/${part(organisation)}/${part(importSupplier)}`;

export const failedRowsPath = (
  organisation: string,
  importSupplier: string,
  resourceType: string,
  fault?: { readonly code: string; readonly attr: string },
) =>
  `${supplierPath(organisation, importSupplier)}/failed/${part(resourceType)}.ndjson${fault ? search(fault) : ''}`;

export const processPath = (organisation: string, resourceType: string, externalIdentifier: string) =>
  `/dashboard/processes/${part(organisation)}/${part(resourceType)}/${part(externalIdentifier)}`;

export const processesPath = (filters: Readonly<Record<string, string | null | undefined>>) =>
  `/dashboard/processes${search(filters)}`;

export const refusalsPath = (filters: Readonly<Record<string, string | null | undefined>>) =>
  `/dashboard/refusals${search(filters)}`;

export const lifecyclePath = (kind: string, process: string, knownBy = 'number') =>
  `/dashboard/lifecycles/${part(kind)}/${part(process)}${search({ known_by: knownBy === 'number' ? null : knownBy })}`;

/** `?a=b`, without what is not given. */
export function search(parameters: Readonly<Record<string, string | null | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') given.set(name, value);
  }
  return given.size > 0 ? `?${given}` : '';
}
