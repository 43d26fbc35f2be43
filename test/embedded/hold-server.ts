// A process of its own with an embedded PostgreSQL: says where once it runs, and stops it when its input ends.
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';

const [folder = ''] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({ folder, log: { info() {}, warn() {} }, durable: true });
  console.log(JSON.stringify({ url: server.url, port: server.port }));
  process.stdin.on('end', () => server.stop().then(() => process.exit(0)));
  process.stdin.resume();
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
}
