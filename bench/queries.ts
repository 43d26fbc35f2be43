import autocannon from 'autocannon';
import { at, connect } from '../src/cli/demo/client.js';
import { type Bench, report } from './setup.js';

/** Asks for lists and single accounts, 50 a second as in a busy office, and says how long answers take. */
export async function measureQueries(bench: Bench, seconds: number): Promise<void> {
  const service = await bench.start('query,intake');
  try {
    const client = await connect(service.url, bench.apiKey);
    const page = at((await client.get('/v1/query/accounts?limit=100')).body, 'results');
    const accounts = (Array.isArray(page) ? page : []).map((account) =>
      String(at(account, 'account_number')),
    );
    if (accounts.length === 0) throw new Error('there is no account to ask for');
    const paths = [
      ...accounts.map((number) => `/v1/query/accounts/${number}`),
      '/v1/query/accounts?limit=50',
      '/v1/query/import-suppliers',
      `/v1/query/import-processes?import_supplier=${bench.importSupplier}&limit=50`,
    ];
    const result = await autocannon({
      url: service.url,
      connections: 10,
      overallRate: 50,
      duration: seconds,
      headers: { authorization: `Token ${client.token}` },
      requests: paths.map((path) => ({ path })),
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
    report('query answered, p50', result.latency.p50, 'ms');
    report('query answered, p99', result.latency.p99, 'ms');
  } finally {
    await service.end('SIGTERM');
  }
}
