import type { Catalogue } from '../catalogue/index.js';
import type { CredentialStore } from './ports/credentials.js';
import type { OperatorStore } from './ports/operator.js';
import type { PayloadReader, ProcessStore } from './ports/processes.js';
import type { PublishStore } from './publish/port.js';

export type * from './ports/credentials.js';
export type * from './ports/operator.js';
export type * from './ports/processes.js';
export type * from './ports/redrives.js';
export type { PublishStore };

/** Turns the data of an event of ours into bare Avro. */
export type EventEncoder = Pick<Catalogue, 'encode'>;

/**
 * What intake needs of a database. An infrastructure fault surfaces as a `RequestError` `service_unavailable`; after one
 * from a commit it is open whether it took place, and repeating is safe by the natural key.
 */
export interface IntakeStore
  extends CredentialStore,
    OperatorStore,
    ProcessStore,
    PayloadReader,
    PublishStore {}
