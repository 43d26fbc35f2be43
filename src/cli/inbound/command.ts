import Table from 'cli-table3';
import { Command, InvalidArgumentError } from 'commander';
import {
  discardParked,
  listParked,
  type ParkedContent,
  showParked,
} from '../../adapters/postgres/inbound-list.js';
import { createRedriveStore } from '../../adapters/postgres/inbound-redrive.js';
import { loadCatalogue } from '../../catalogue/index.js';
import { readConfig } from '../../config.js';
import { redrive } from '../../intake/inbound/index.js';
import { openSchemas } from '../../start/schemas.js';
import { type HouseFlags, withDatabase, withHouseFlags } from '../house.js';

/** `headrace inbound parked …`: what other systems sent and no event could be made of. Exit code 1 where nothing was done. */
export function inboundCommand(): Command {
  const inbound = new Command('inbound').description(
    'what other systems write to the topic headrace.inbound',
  );
  const parked = inbound.command('parked').description('records that were set aside');
  const command = (name: string, description: string): Command =>
    withHouseFlags(parked.command(name).description(description));

  command('list', 'list them, oldest first')
    .option('--reason <code>', 'only those parked for it')
    .option('--after <id>', 'only those behind this one', whole, 0)
    .option('--limit <number>', 'at most so many', whole, 100)
    .action((options: HouseFlags & { reason?: string; after: number; limit: number }) =>
      withDatabase(options, async (database) => {
        const { reason, after: afterId, limit } = options;
        const entries = await listParked(database.pool('cli'), { reason, afterId, limit });
        const table = new Table({
          head: ['id', 'place', 'reason', 'detail', 'parked at'],
          style: { head: [], border: [] },
        });
        for (const { parkedId, topic, partition, offset, ...entry } of entries) {
          const place = `${topic} ${partition}@${offset}`;
          table.push([parkedId, place, entry.reason, entry.detail, entry.parkedAt.toISOString()]);
        }
        console.log(entries.length > 0 ? table.toString() : 'nothing is parked');
      }),
    );

  command('show', 'show one with its headers, key and value, as JSON; bytes are in base64')
    .argument('<id>', 'as list has it', whole)
    .action((id: number, options: HouseFlags) =>
      withDatabase(options, async (database) => {
        const content = await showParked(database.pool('cli'), id);
        if (content) console.log(JSON.stringify(shown(content), undefined, 2));
        else fail(`there is no record ${id}`);
      }),
    );

  command('redrive', "read them again with today's code and schemas; what is right now is journaled")
    .argument('[ids...]', 'as list has them')
    .option('--all', 'all that are parked')
    .action((texts: string[], options: HouseFlags & { all?: true }) =>
      withDatabase(options, async (database) => {
        if (texts.length > 0 === (options.all === true)) return fail('name records, or say --all');
        const catalogue = await loadCatalogue();
        const schemas = await openSchemas(readConfig().schemaRegistryUrl, catalogue);
        const store = createRedriveStore(database.pool('cli'), database.journal);
        const done = await redrive({ store, schemas, catalogue }, options.all ? undefined : texts.map(whole));
        console.log(JSON.stringify(done));
      }),
    );

  command('discard', 'give records up: their place and reason stay, what was in them is removed')
    .argument('<ids...>', 'as list has them')
    .action((texts: string[], options: HouseFlags) =>
      withDatabase(options, async (database) => {
        const discarded = await discardParked(database.pool('cli'), texts.map(whole));
        console.log(`discarded: ${discarded.join(', ') || 'none'}`);
        if (discarded.length < new Set(texts).size) fail('the others are not parked');
      }),
    );

  return inbound;
}

function shown({ key, headers, value, ...content }: ParkedContent) {
  return {
    ...content,
    key: key?.toString('base64') ?? null,
    // Most are text: what is not stays in base64.
    headers: headers.map(([name, header]) => ({ name, value: header, text: textOf(header) })),
    value: value?.toString('base64') ?? null,
  };
}

function textOf(base64: string | null): string | null {
  if (base64 === null) return null;
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function whole(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}
