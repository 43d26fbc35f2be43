import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.js';
import { startHeadrace } from '../main.js';
import { runDemo } from './demo/run.js';

const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

const command = new Command('demo')
  .description(
    'Starts headrace, imports generated accounts through its HTTP API, and shows what became of them.',
  )
  .option('--accounts <number>', 'accounts to import', wholeNumber, 1_000)
  .option('--seed <number>', 'the same seed makes the same accounts', wholeNumber, 1)
  .option('--exit', 'end after the summary, instead of staying up until Ctrl-C', false)
  .option('--data <folder>', 'folder of the embedded PostgreSQL; kept, so a second run goes on with it')
  .option('--port <number>', 'TCP port of the HTTP server; without it, any free one', '0')
  .parse();

const { accounts, seed, exit, data, port } = command.opts<{
  accounts: number;
  seed: number;
  exit: boolean;
  data?: string;
  port: string;
}>();

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

try {
  const config = readConfig(['--port', port, '--log-level', 'warn', ...(data ? ['--data', data] : [])]);
  console.log('Starting headrace …');
  const headrace = await startHeadrace(config, { logger: pino({ level: config.logLevel }, process.stderr) });
  try {
    await runDemo(headrace, { accounts, seed, stop: stopped.signal });
    if (!exit) await untilStopped(headrace.failed);
  } finally {
    console.log('Stopping …');
    await headrace.stop();
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}

async function untilStopped(failed: Promise<Error>): Promise<void> {
  console.log('\nIt stays up until Ctrl-C.');
  const asked = new Promise<undefined>((resolve) => {
    if (stopped.signal.aborted) resolve(undefined);
    stopped.signal.addEventListener('abort', () => resolve(undefined));
  });
  const fault = await Promise.race([asked, failed]);
  if (fault) throw fault;
}
