import { at, connect } from '../src/cli/demo/client.js';
import { sendAtRate } from './query/send.js';
import { type Bench, report } from './setup.js';

const PER_SECOND = 50;

/** Asks for lists and single accounts, 50 a second as in a busy office, and says how long answers take. */
export async function measureQueries(bench: Bench, seconds: number): Promise<void> {
  const service = await bench.start('query,intake');
  try {
    const { token, get } = await connect(service.url, bench.apiKey);
    const page = at((await get('/v1/query/accounts?limit=100')).body, 'results');
    const accounts = (Array.isArray(page) ? page : []).map((account) =>
      String(at(account, 'account_number')),
    );
    if (accounts.length === 0) throw new Error('there is no account to ask for');
    const lists = [
      'accounts?limit=50',
      'import-suppliers',
      `import-processes?import_supplier=${bench.importSupplier}&limit=50`,
    ];
    const asked = (path: string, isList: boolean) => ({
      kind: path,
      isList,
      token,
      path: `/v1/query/${path}`,
    });
    const requests = [
      ...accounts.map((number) => asked(`accounts/${number}`, false)),
      ...lists.map((path) => asked(path, true)),
    ];
    // The first of each pays for plans, and for code that is not yet compiled.
    await sendAtRate(service.url, requests, PER_SECOND, requests.length / PER_SECOND);
    const { all } = await sendAtRate(service.url, requests, PER_SECOND, seconds);
    report('query answered, p50', all.p50_ms, 'ms');
    report('query answered, p99', all.p99_ms, 'ms');
  } finally {
    await service.end('SIGTERM');
  }
}
