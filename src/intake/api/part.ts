import type { Catalogue } from '../../catalogue/index.js';
import type { ApiPart, FieldFaults } from '../../openapi/index.js';
import { accountSchema } from '../account/schema.js';
import { redriveSchema } from '../operator/redrives.js';
import {
  apiKeySchema,
  operatorKeySchema,
  organisationSchema,
  rotationSchema,
  supplierChangeSchema,
  supplierSchema,
} from '../operator/schema.js';
import { orderSchema } from '../order/schema.js';
import { importSchemas, operatorSchemas } from './answers.js';
import { eventCalls, eventSchemas } from './event-calls.js';
import { jsonSchema } from './field-faults.js';
import { importCalls } from './import-calls.js';
import { keyCalls } from './key-calls.js';
import { operatorCalls } from './operator-calls.js';
import { processCalls } from './process-calls.js';
import { redriveCalls, redriveState } from './redrive-calls.js';
import { tokenCalls, tokenSchemas } from './token-calls.js';

export interface IntakeApiOptions {
  readonly catalogue: Pick<Catalogue, 'types'>;
  /** Faults that running an import can end with, which a dry run tells. */
  readonly foreseen: FieldFaults;
}

/** What intake's calls take and answer. Bodies are described by the very schemas that check them. */
export function intakeApi({ catalogue, foreseen }: IntakeApiOptions): ApiPart {
  return {
    schemas: {
      Account: jsonSchema(accountSchema),
      Order: jsonSchema(orderSchema),
      ...importSchemas,
      ...eventSchemas(catalogue),
      ...tokenSchemas,
      OrganisationBody: jsonSchema(organisationSchema),
      ImportSupplierBody: jsonSchema(supplierSchema),
      ImportSupplierChange: jsonSchema(supplierChangeSchema),
      ApiKeyBody: jsonSchema(apiKeySchema),
      OperatorKeyBody: jsonSchema(operatorKeySchema),
      RotationBody: jsonSchema(rotationSchema),
      ...operatorSchemas,
      RedriveBody: jsonSchema(redriveSchema),
      RedriveState: redriveState,
    },
    calls: [
      ...tokenCalls,
      ...importCalls(foreseen),
      ...processCalls,
      ...eventCalls,
      ...operatorCalls,
      ...keyCalls,
      ...redriveCalls,
    ],
  };
}
