import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface PsrRecordRow extends Provenance {
  readonly user_id: number;
  readonly electricity_industry_code: string;
  readonly gas_industry_code: string;
  readonly description: string | null;
  readonly is_present: boolean | null;
  readonly added_at: string | null;
  readonly removed_at: string | null;
}

interface PsrRecord {
  readonly description: string;
  readonly electricity_industry_code: string;
  readonly gas_industry_code: string;
}

/** The last record of each pair of codes. */
const byCodes = (records: readonly PsrRecord[]) =>
  new Map(
    records.map((record) => [
      JSON.stringify([record.electricity_industry_code, record.gas_industry_code]),
      record,
    ]),
  );

/** One row a user and entry of the priority services register; its two industry codes say which entry it is. */
export const psrRecords = shared<PsrRecordRow, 'user_id' | 'electricity_industry_code' | 'gas_industry_code'>(
  {
    key: ['user_id', 'electricity_industry_code', 'gas_industry_code'],
    merge: {
      ...provenance,
      description: 'latest',
      is_present: 'latest',
      added_at: 'least',
      removed_at: 'greatest',
    },
    on: {
      'account_user.psr_records_updated': ({ data, envelope }) => {
        const held = byCodes([...data.created_records, ...data.updated_records]);
        const deleted = [...byCodes(data.deleted_records)].filter(([codes]) => !held.has(codes));
        const told = (record: PsrRecord) => ({
          user_id: data.user_id,
          electricity_industry_code: record.electricity_industry_code,
          gas_industry_code: record.gas_industry_code,
          description: record.description,
          ...provenanceOf(envelope),
        });
        return [
          ...[...held.values()].map((record) => ({
            ...told(record),
            is_present: true,
            added_at: envelope.time,
          })),
          ...deleted.map(([, record]) => ({ ...told(record), is_present: false, removed_at: envelope.time })),
        ];
      },
    },
  },
);
