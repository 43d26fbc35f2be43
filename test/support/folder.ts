import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** An empty folder, removed when the run is over; PostgreSQL servers left running in it are stopped. */
export function testFolder(): string {
  const folder = mkdtempSync(join(inject('runFolder'), 'test-'));
  chmodSync(folder, 0o711);
  return folder;
}
