import { Command, InvalidArgumentError } from 'commander';
import type { MadeKey } from '../../intake/index.js';
import { type ConfirmFlags, confirm, withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { type JsonFlag, print, tableText } from '../print.js';
import { whole } from '../whole.js';
import { allPages, withDesk } from './desk.js';

interface KeyFlags extends HouseFlags, JsonFlag {
  /** Left out for keys of operators. */
  readonly organisation?: string;
}

interface CreateFlags extends KeyFlags {
  readonly operate?: true;
  readonly label?: string;
  readonly scopes?: readonly string[];
  readonly expiresAt?: string;
}

const ORGANISATION = 'whose key it is; that of an operator unless given';

/** `headrace keys …`: API keys, of operators and of organisations. Secrets are shown once and never again. */
export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys, of operators and of organisations');
  const command = (usage: string, description: string) =>
    withHouseFlags(keys.command(usage).description(description)).option('--json', 'one JSON document');

  examples(
    command('create', 'make a key; its secret is shown once. Works beside a running service, and without one')
      .option('--operate', 'it may do what the operator does')
      .option('--organisation <name>', 'it belongs to this organisation')
      .option('--scopes <list>', 'what it may do there: import, publish, query', (text) => text.split(','))
      .option('--label <text>', 'what it is for')
      .option('--expires-at <time>', 'when it ends, as 2027-01-31T00:00:00Z')
      .action(create),
    'headrace keys create --operate',
    'headrace keys create --organisation acme --scopes import,query --label importer',
  );
  examples(
    command('list', 'list them, without their secrets')
      .option('--organisation <name>', ORGANISATION)
      .action(list),
    'headrace keys list --organisation acme',
  );
  examples(
    command('rotate', 'put a new key in the place of another; both are good for a while')
      .argument('<id>', 'as list has it', uuid)
      .option('--organisation <name>', ORGANISATION)
      .option(
        '--overlap <seconds>',
        'how long the old one stays good; a day unless given',
        whole(0, 2_592_000),
      )
      .action(rotate),
    'headrace keys rotate 0198f0c2-6f0e-7cc3-98c4-dc0c0c07398f --overlap 3600',
  );
  examples(
    withConfirmation(command('revoke', 'end a key and its tokens at once; it cannot be undone'))
      .argument('<id>', 'as list has it', uuid)
      .option('--organisation <name>', ORGANISATION)
      .action(revoke),
    'headrace keys revoke 0198f0c2-6f0e-7cc3-98c4-dc0c0c07398f --organisation acme',
  );
  return keys;
}

function create({ operate, organisation, scopes, expiresAt, ...flags }: CreateFlags): Promise<void> {
  if ((operate === true) === (organisation !== undefined))
    throw new InputError('say either --operate or --organisation');
  if ((organisation === undefined) !== (scopes === undefined))
    throw new InputError('--scopes goes with --organisation: import, publish, query');
  const body = {
    label: flags.label ?? organisation ?? 'operator',
    ...(scopes && { scopes }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
  return withDesk(flags, `organisation ${organisation}`, async (desk) => {
    const made = await desk.createKey(organisation ?? null, body);
    print(flags, shown(made), made.secret);
  });
}

function list({ organisation, ...flags }: KeyFlags): Promise<void> {
  return withDesk(flags, `organisation ${organisation}`, async (desk) => {
    const found = await allPages(
      (page) => desk.listKeys(organisation ?? null, page),
      (key) => key.api_key_id,
    );
    const rows = found.map(
      ({ api_key_id, label, scopes, created_at, expires_at, revoked_at, rotated_to }) => {
        const ended = revoked_at ? `revoked ${revoked_at}` : expires_at ? `until ${expires_at}` : '';
        return [api_key_id, label, scopes.join(','), created_at, ended, rotated_to ?? ''];
      },
    );
    const text = tableText(['id', 'label', 'scopes', 'made', 'ends', 'replaced by'], rows);
    print(flags, found, found.length === 0 ? 'There are no keys.' : text);
  });
}

function rotate(
  id: string,
  { organisation, overlap, ...flags }: KeyFlags & { overlap?: number },
): Promise<void> {
  return withDesk(flags, `key ${id} of ${ownerOf(organisation)}`, async (desk) => {
    const body = overlap === undefined ? {} : { overlap_seconds: overlap };
    const { replaces, ...made } = await desk.rotateKey(organisation ?? null, id, body);
    if (!flags.json) console.error(`The old key is good until ${replaces.expires_at}.`);
    print(flags, { ...shown(made), replaces }, made.secret);
  });
}

async function revoke(id: string, { organisation, ...flags }: KeyFlags & ConfirmFlags): Promise<void> {
  await confirm(`Key ${id} of ${ownerOf(organisation)} and its tokens end at once`, flags);
  await withDesk(flags, `key ${id} of ${ownerOf(organisation)}`, async (desk) => {
    await desk.revokeKey(organisation ?? null, id);
    print(flags, { api_key_id: id, revoked: true }, `Key ${id} is revoked.`);
  });
}

const shown = ({ key, secret }: MadeKey) => ({ ...key, api_key: secret });

const ownerOf = (organisation: string | undefined) => organisation ?? 'operators';

function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a key, as keys list shows it.');
}
