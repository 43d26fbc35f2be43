/**
 * Runs the embedded PostgreSQL of a folder until it is told to end: `postgres-keeper FOLDER URL_FILE PORT`. `services
 * up` starts it. The address, which holds the password, goes into a file that only its owner may read.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { startEmbeddedPostgres } from '../../adapters/postgres/embedded.js';

const [folder, urlFile, port] = process.argv.slice(2);
if (folder === undefined || urlFile === undefined || port === undefined) {
  throw new Error('postgres-keeper FOLDER URL_FILE PORT');
}

const told = new Promise<void>((done) => {
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(name, () => done());
});
rmSync(urlFile, { force: true });
const server = await startEmbeddedPostgres({ folder, log: console, durable: true, port: Number(port) });
writeFileSync(`${urlFile}.new`, server.url, { mode: 0o600 });
renameSync(`${urlFile}.new`, urlFile);

// Waiting for a signal does not keep a process alive, and PostgreSQL's handle does not either.
const alive = setInterval(() => {}, 60_000);
const lost = await Promise.race([told, server.lost]);
clearInterval(alive);
if (typeof lost === 'string') {
  console.error(lost);
  process.exitCode = 1;
} else {
  await server.stop();
}
