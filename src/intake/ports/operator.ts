import type { EventToAppend } from '../../event/index.js';

export type SupplierStatus = 'ongoing' | 'paused' | 'complete';

export interface SupplierConfiguration {
  readonly status: SupplierStatus;
  readonly root_location: string;
  readonly behaviours: { readonly customer_emails: boolean };
  readonly expiry_window_days: number;
  /** Our market participant id per market name. */
  readonly supplier_mpids: Readonly<Record<string, string>>;
}

export interface ImportSupplier extends SupplierConfiguration {
  readonly organisation: string;
  readonly import_supplier: string;
  /** Grows by one with each change. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A configuration as it was. */
export interface SupplierRevision extends SupplierConfiguration {
  readonly revision: number;
  /** API key that made it so; `null` where no request did. */
  readonly changed_by: string | null;
  /** Since when it holds. */
  readonly changed_at: string;
}

export interface Organisation {
  readonly organisation: string;
  readonly name: string;
  readonly created_at: string;
}

export interface NewSupplier extends SupplierConfiguration {
  readonly organisation: string;
  readonly import_supplier: string;
  /** API key of the operator who makes it; null for one at the machine itself. */
  readonly changed_by: string | null;
}

/** Results after `after` in the order of their names, at most `limit`. */
export interface Page {
  readonly limit: number;
  readonly after: string | undefined;
}

/** What an operator sets up. Events are appended in the transaction that makes the change they tell. */
export interface OperatorStore {
  createOrganisation(
    organisation: { readonly organisation: string; readonly name: string },
    first: { readonly supplier: NewSupplier; readonly event: EventToAppend } | undefined,
  ): Promise<{ organisation: Organisation; supplier: ImportSupplier | undefined } | 'exists'>;
  listOrganisations(page: Page): Promise<Organisation[]>;
  createSupplier(
    supplier: NewSupplier,
    event: EventToAppend,
  ): Promise<ImportSupplier | 'exists' | 'no_organisation'>;
  findSupplier(organisation: string, name: string): Promise<ImportSupplier | undefined>;
  /** `undefined` where there is no such organisation. */
  listSuppliers(organisation: string, page: Page): Promise<ImportSupplier[] | undefined>;
  /** Newest first, those before the revision `before`; `undefined` where there is no such supplier. */
  listSupplierRevisions(
    organisation: string,
    name: string,
    page: { readonly limit: number; readonly before: number | undefined },
  ): Promise<SupplierRevision[] | undefined>;
  /** `change` sees the supplier as it is, locked, and says what it shall be and which events tell so. */
  updateSupplier(
    organisation: string,
    name: string,
    changedBy: string | null,
    change: (now: ImportSupplier) => {
      readonly next: SupplierConfiguration;
      readonly events: EventToAppend[];
    },
  ): Promise<ImportSupplier | undefined>;
}
