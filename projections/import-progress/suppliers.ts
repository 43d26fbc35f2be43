import { owned } from '../../src/projector/define.js';

export interface SupplierRow {
  readonly organisation: string;
  readonly import_supplier: string;
  readonly status: string;
  /** Null where only a later change was told. */
  readonly created_at: string | null;
  readonly status_changed_at: string;
}

const key = (data: { organisation: string; import_supplier: string }) => ({
  organisation: data.organisation,
  import_supplier: data.import_supplier,
});

/** One row an import supplier: the status its operator gave it. */
export const suppliers = owned<SupplierRow>({
  key: ['organisation', 'import_supplier'],
  partitionedBy: 'process',
  on: {
    'import_supplier.created': {
      rows: ({ data }) => [key(data)],
      fold: (row, { data, envelope: { time } }) => ({
        ...key(data),
        status: row?.status ?? data.status,
        created_at: row?.created_at ?? time,
        status_changed_at: row?.status_changed_at ?? time,
      }),
    },
    'import_supplier.status_changed': {
      rows: ({ data }) => [key(data)],
      fold: (row, { data, envelope: { time } }) => ({
        ...key(data),
        status: data.status,
        created_at: row?.created_at ?? null,
        status_changed_at: time,
      }),
    },
  },
});
