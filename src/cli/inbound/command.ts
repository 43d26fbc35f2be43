import { Command } from 'commander';
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
import { type ConfirmFlags, confirm, withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withDatabase, withHouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { tableText } from '../print.js';
import { whole } from '../whole.js';

interface InboundFlags extends HouseFlags {
  readonly json?: true;
}

const id = whole(1, Number.MAX_SAFE_INTEGER);
const ids = (text: string, before: readonly number[] = []) => [...before, id(text)];

/** `headrace inbound parked …`: what other systems sent and no event could be made of. Exit code 1 where nothing was done. */
export function inboundCommand(): Command {
  const inbound = new Command('inbound').description(
    'what other systems write to the topic headrace.inbound',
  );
  const parked = inbound.command('parked').description('records that were set aside');
  const command = (name: string, description: string): Command =>
    withHouseFlags(parked.command(name).description(description)).option('--json', 'one JSON document');

  const list = command('list', 'list them, oldest first')
    .option('--reason <code>', 'only those parked for it')
    .option('--after <id>', 'only those behind this one', whole(0, Number.MAX_SAFE_INTEGER), 0)
    .option('--limit <number>', 'at most so many', whole(1, 1_000_000), 100)
    .action((options: InboundFlags & { reason?: string; after: number; limit: number }) =>
      withDatabase(options, async (database) => {
        const { reason, after: afterId, limit, json } = options;
        const entries = await listParked(database.pool('cli'), { reason, afterId, limit });
        console.log(json ? JSON.stringify(entries, undefined, 2) : tableOf(entries));
      }),
    );
  examples(list, 'headrace inbound parked list --reason unknown_schema');

  const show = command('show', 'show one with its headers, key and value, as JSON; bytes are in base64')
    .argument('<id>', 'as list has it', id)
    .action((id: number, options: InboundFlags) =>
      withDatabase(options, async (database) => {
        const content = await showParked(database.pool('cli'), id);
        if (!content) throw new InputError(`there is no record ${id}`);
        console.log(JSON.stringify(shown(content), undefined, 2));
      }),
    );
  examples(show, 'headrace inbound parked show 17');

  const again = command(
    'redrive',
    "read them again with today's code and schemas; what is right now is journaled",
  )
    .argument('[ids...]', 'as list has them', ids)
    .option('--all', 'all that are parked')
    .action((chosen: readonly number[] | undefined, options: InboundFlags & { all?: true }) =>
      withDatabase(options, async (database) => {
        if ((chosen?.length ?? 0) > 0 === (options.all === true))
          throw new InputError('name records, or say --all');
        const catalogue = await loadCatalogue();
        const schemas = await openSchemas(readConfig().schemaRegistryUrl, catalogue);
        const store = createRedriveStore(database.pool('cli'), database.journal);
        const done = await redrive({ store, schemas, catalogue }, options.all ? undefined : chosen);
        console.log(
          options.json
            ? JSON.stringify(done)
            : Object.entries(done)
                .map(([what, count]) => `${what}: ${count}`)
                .join(', '),
        );
      }),
    );
  examples(again, 'headrace inbound parked redrive 17 18', 'headrace inbound parked redrive --all');

  const discard = withConfirmation(
    command('discard', 'give records up: their place and reason stay, what was in them is removed'),
  )
    .argument('<ids...>', 'as list has them', ids)
    .action(async (chosen: readonly number[], options: InboundFlags & ConfirmFlags) => {
      await confirm(`What is in records ${chosen.join(', ')} is removed for ever`, options);
      await withDatabase(options, async (database) => {
        const discarded = await discardParked(database.pool('cli'), [...chosen]);
        console.log(
          options.json ? JSON.stringify({ discarded }) : `discarded: ${discarded.join(', ') || 'none'}`,
        );
        if (discarded.length < new Set(chosen).size) throw new InputError('the others are not parked');
      });
    });
  examples(discard, 'headrace inbound parked discard 17');

  return inbound;
}

function tableOf(entries: Awaited<ReturnType<typeof listParked>>): string {
  if (entries.length === 0) return 'Nothing is parked.';
  return tableText(
    ['id', 'place', 'reason', 'detail', 'parked at'],
    entries.map(({ parkedId, topic, partition, offset, reason, detail, parkedAt }) => [
      ...[parkedId, `${topic} ${partition}@${offset}`, reason, detail, parkedAt.toISOString()],
    ]),
  );
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
