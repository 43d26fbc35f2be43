import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureImports } from './imports.js';
import { measureIntake } from './intake.js';
import { measureProjection } from './projection.js';
import { measureQueries } from './queries.js';
import { type Bench, prepareBench } from './setup.js';

/** Figures of the embedded default on this machine, one JSON line each. Every part starts where the one before ended. */
const folder = mkdtempSync(join(tmpdir(), 'headrace-bench-'));
// Entered, not read, by the user that PostgreSQL runs as when we are root.
chmodSync(folder, 0o711);
let bench: Bench | undefined;
try {
  bench = await prepareBench(folder);
  await measureImports(bench, 5_000);
  await measureProjection(bench);
  await measureQueries(bench, 15);
  // Last: it leaves imports behind that nobody has run.
  await measureIntake(bench, 20_000);
} finally {
  await bench?.stop();
  rmSync(folder, { recursive: true, force: true });
}
