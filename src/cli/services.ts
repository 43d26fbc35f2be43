/**
 * `npm run services -- up | down | status`: Kafka, a schema registry, PostgreSQL and Redis for running Headrace on its
 * engine, without anything else to set up. `docs/services.md` says more.
 *
 * Standard output carries only the environment (or JSON), so `eval "$(npm run -s services -- up)"` works.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { releaseLock, takeLock } from '../adapters/postgres/embedded-lock.js';
import { childEnvironment } from '../config.js';
import { down } from './services/down.js';
import { type Addresses, type ServiceReport, VARIABLES } from './services/service.js';
import { cacheFolder, givenAddresses, servicesFolder } from './services/settings.js';
import { status } from './services/status.js';
import { findTools } from './services/tools.js';
import { up } from './services/up.js';

interface Flags {
  readonly folder?: string;
  readonly json?: boolean;
  readonly wipe?: boolean;
}

const environment = childEnvironment({});
const tools = findTools(environment);
const given = givenAddresses(environment);
const say = (line: string) => process.stderr.write(`${line}\n`);

const program = new Command('services').description('Kafka, registry, PostgreSQL and Redis for Headrace');

command(
  'up',
  'start what is not given by its environment variable, wait until all answer, print the environment',
).action((flags: Flags) =>
  alone(flags, async (folder) => {
    const { addresses, notes } = await up({ folder, cache: cacheFolder(environment), given, tools, say });
    const report = await status(folder, given);
    for (const note of notes) say(note);
    if (flags.json) print({ services: report.services, environment: addresses, notes });
    else process.stdout.write(exportLines(addresses));
  }),
);

command('down', 'end what up started in this folder')
  .option('--wipe', 'remove its data as well')
  .action((flags: Flags) =>
    alone(flags, async (folder) => {
      const ended = await down({ folder, tools, wipe: flags.wipe ?? false });
      if (flags.json) print({ ended });
      else say(ended.length > 0 ? `ended: ${ended.join(', ')}` : 'nothing was running');
    }),
  );

command('status', 'ask each service; exits with 1 where one does not answer or none was started').action(
  async (flags: Flags) => {
    const { services, addresses } = await status(servicesFolder(flags.folder), given);
    if (flags.json) print({ services, environment: addresses });
    else for (const report of services) process.stdout.write(`${line(report)}\n`);
    if (services.length === 0) say('nothing was started here, and nothing is given');
    if (services.length === 0 || services.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
  },
);

await program.parseAsync().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

function command(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option(
      '--folder <dir>',
      'where data, logs and the note of what runs are kept (default: .headrace/services)',
    )
    .option('--json', 'print JSON');
}

/** One `up` or `down` of a folder at a time. */
async function alone(flags: Flags, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = servicesFolder(flags.folder);
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'lock');
  const holder = takeLock(lock);
  if (holder !== undefined)
    throw new Error(`process ${holder} is at work on ${folder}; wait until it is done`);
  try {
    await work(folder);
  } finally {
    releaseLock(lock);
  }
}

function exportLines(addresses: Addresses): string {
  return Object.values(VARIABLES)
    .flatMap((name) => {
      const value = addresses[name];
      return value === undefined ? [] : [`export ${name}='${value.replaceAll("'", "'\\''")}'\n`];
    })
    .join('');
}

function line({ name, by, address, pid, fault }: ServiceReport): string {
  const who = by === 'process' && pid !== undefined ? `process ${pid}` : by;
  return `${name.padEnd(9)} ${fault === undefined ? 'answers' : 'DOWN   '} ${address} (${who})${fault ? `: ${fault}` : ''}`;
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
