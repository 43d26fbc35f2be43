// Starts a server on the folder and stops it, while its file says that it has ended already; tells its process id, then the end.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';

const folder = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ folder, log: { info() {}, warn() {} }, durable: false });
const pidFile = join(folder, 'postgres/data/postmaster.pid');
console.log(readFileSync(pidFile, 'utf8').split('\n')[0]);
rmSync(pidFile);
await server.stop();
console.log('stopped');
