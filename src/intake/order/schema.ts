import Type, { type Static } from 'typebox';
import { date, list, record, text } from '../fields.js';
import { externalIdentifier, importSupplierName } from '../names.js';
import { supplyPointName } from '../supply-points.js';

const ORDER_TYPES = ['join_supplier', 'leave_supplier'] as const;

const supplyPoint = record({
  ...supplyPointName,
  supply_start_date: Type.Optional(date('Day supply shall start: required to join, not known to leave.')),
});

/** Body of `POST /v1/data-import/orders/`. */
export const orderSchema = record(
  {
    external_order_id: text({
      description: 'Your name for the order: 1 to 255 characters, no control characters.',
      lengthMax: 255,
      format: 'identifier',
      examples: ['order-000123'],
    }),
    import_supplier: importSupplierName,
    type: Type.Enum([...ORDER_TYPES], { description: 'Whether supply points come on supply or go off it.' }),
    subtype: text({
      description: 'Kind of joining or leaving.',
      lengthMax: 64,
      examples: ['CHANGE_OF_SUPPLY'],
    }),
    account: record(
      {
        external_identifier: Type.Optional(externalIdentifier),
        number: Type.Optional(
          text({
            description: 'Number of the account.',
            lengthMax: 64,
            format: 'account-number',
            examples: ['A-1B2C3D4E'],
          }),
        ),
      },
      { description: 'The account it is for, by exactly one: your name for it, or its number.' },
    ),
    supply_points: list(supplyPoint, 'The supply points it is about.', 200, 1),
    supply_end_date: Type.Optional(date('First day without supply: required to leave, not known to join.')),
    requested_at: Type.Optional(
      text({
        description:
          'When the customer asked, `YYYY-MM-DDTHH:MM:SSZ`, not in the future; now where left out.',
        lengthMax: 20,
        format: 'instant',
        examples: ['2026-01-31T09:15:00Z'],
      }),
    ),
  },
  { description: 'An order to start or end supply of an imported account.' },
);

export type Order = Static<typeof orderSchema>;
