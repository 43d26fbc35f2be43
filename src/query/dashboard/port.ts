import type { ReadModels } from '../port.js';
import type { Parked } from './port-parked.js';
import type { ProcessRecords } from './port-records.js';
import type { VersionFigures } from './port-versions.js';

/** Who looks. */
export interface Viewer {
  /** `null` for an operator, who sees all. */
  readonly organisation: string | null;
  /** Whether the key may read at all. */
  readonly mayRead: boolean;
  /** Whether it may send imports, and so may have back what it sent. */
  readonly mayImport: boolean;
  readonly mayOperate: boolean;
}

/** Sessions of browsers. Each goes by a secret that only its browser holds. */
export interface Sessions {
  /** `undefined` where the API key is no good. */
  begin(apiKey: string): Promise<{ readonly secret: string; readonly expiresAt: string } | undefined>;
  /** `undefined` where the session is over, or there never was one. */
  find(secret: string): Promise<Viewer | undefined>;
  end(secret: string): Promise<void>;
}

/** A file that pages refer to. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface DashboardOptions {
  readonly readModels: ReadModels;
  readonly sessions: Sessions;
  readonly records: ProcessRecords;
  readonly parked: Parked;
  /** Every version of every read model, also those that are being rebuilt. */
  readonly versions: () => Promise<readonly VersionFigures[]>;
  readonly assets: readonly Asset[];
}

export type * from './port-parked.js';
export type * from './port-records.js';
export type * from './port-versions.js';
