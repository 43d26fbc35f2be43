import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessRecord } from './process.js';
import type { Addresses, ServiceName } from './service.js';

/** What a folder knows of the services it started. */
export interface State {
  /** Ports of each service; kept when they end, so that addresses stay the same at the next start. */
  readonly ports: Readonly<Partial<Record<ServiceName, readonly number[]>>>;
  /** Processes that were started and not ended by us. */
  readonly processes: Readonly<Partial<Record<ServiceName, ProcessRecord>>>;
  /** The Compose project whose containers were started; undefined where there are none. */
  readonly compose: ComposeRecord | undefined;
  /** Addresses clients use, of everything that was up last. */
  readonly addresses: Addresses;
}

export interface ComposeRecord {
  readonly project: string;
  readonly services: readonly ServiceName[];
}

const NOTHING: State = { ports: {}, processes: {}, compose: undefined, addresses: {} };

/** @throws where the file is not one of ours: what runs is then not known, and must not be forgotten. */
export function readState(folder: string): State {
  const file = stateFile(folder);
  if (!existsSync(file)) return NOTHING;
  try {
    const state: State = JSON.parse(readFileSync(file, 'utf8'));
    return { ...NOTHING, ...state };
  } catch (cause) {
    throw new Error(`${file} cannot be read; end what it names by hand and delete it`, { cause });
  }
}

/** Written whole or not at all. It holds passwords, so only its owner may read it. */
export function writeState(folder: string, state: State): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${stateFile(folder)}.new`;
  writeFileSync(draft, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, stateFile(folder));
}

function stateFile(folder: string): string {
  return join(folder, 'services.json');
}
