import { Command, InvalidArgumentError } from 'commander';
import { atTheMachine, type ImportSupplier } from '../../intake/index.js';
import { type ConfirmFlags, confirm, withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { type JsonFlag, print, tableText } from '../print.js';
import { whole } from '../whole.js';
import { allPages, withDesk } from './desk.js';

interface Flags extends HouseFlags, JsonFlag {}

interface Configuration {
  readonly rootLocation?: string;
  readonly expiryDays?: number;
  readonly mpid?: Readonly<Record<string, string>>;
  readonly customerEmails?: boolean;
}

/** `headrace import-suppliers …`: cohorts of customers being migrated, and whether they take new imports. */
export function importSuppliersCommand(): Command {
  const suppliers = new Command('import-suppliers').description(
    'cohorts of customers being migrated: make, change, pause, complete',
  );
  const command = (usage: string, description: string) =>
    withHouseFlags(suppliers.command(usage).description(description))
      .argument('<organisation>', 'whose it is')
      .option('--json', 'one JSON document');
  const named = (usage: string, description: string) =>
    command(usage, description).argument('<import-supplier>', 'its name');
  const configured = (usage: string, description: string) =>
    named(usage, description)
      .option('--root-location <folder>', 'folder in the object store that its documents lie under')
      .option('--expiry-days <days>', 'how long a process may wait', whole(1, 365))
      .option('--mpid <market=id>', 'our participant id in a market; may be repeated', mpids)
      .option('--customer-emails', 'imported customers get an e-mail')
      .option('--no-customer-emails', 'they get none');

  examples(command('list', 'list them').action(list), 'headrace import-suppliers list acme');
  examples(
    named('show', 'show one, as JSON').action((organisation: string, name: string, flags: Flags) =>
      withDesk(flags, whatOf(organisation, name), async (desk) => {
        console.log(JSON.stringify(await desk.findSupplier(organisation, name), undefined, 2));
      }),
    ),
    'headrace import-suppliers show acme spring',
  );
  examples(
    configured('create', 'make one, which takes imports at once').action(
      (organisation: string, name: string, flags: Flags & Configuration) =>
        withDesk(flags, whatOf(organisation, name), async (desk) => {
          const body = { import_supplier: name, ...bodyOf(flags) };
          tell(flags, await desk.createSupplier(organisation, body, atTheMachine()));
        }),
    ),
    'headrace import-suppliers create acme spring --mpid electricity=ACME',
  );
  examples(
    configured('configure', 'change its configuration; what is not given stays').action(
      (organisation: string, name: string, flags: Flags & Configuration) =>
        change(organisation, name, bodyOf(flags), flags),
    ),
    'headrace import-suppliers configure acme spring --expiry-days 60',
  );
  examples(
    named('pause', 'refuse new imports; those that wait go on').action(
      (organisation: string, name: string, flags: Flags) =>
        change(organisation, name, { status: 'paused' }, flags),
    ),
    'headrace import-suppliers pause acme spring',
  );
  examples(
    named('resume', 'take new imports again').action((organisation: string, name: string, flags: Flags) =>
      change(organisation, name, { status: 'ongoing' }, flags),
    ),
    'headrace import-suppliers resume acme spring',
  );
  examples(
    withConfirmation(named('complete', 'say that all have been imported: new imports are refused')).action(
      async (organisation: string, name: string, flags: Flags & ConfirmFlags) => {
        await confirm(`${whatOf(organisation, name)} takes no more imports`, flags);
        await change(organisation, name, { status: 'complete' }, flags);
      },
    ),
    'headrace import-suppliers complete acme spring',
  );
  return suppliers;
}

function list(organisation: string, flags: Flags): Promise<void> {
  return withDesk(flags, `organisation ${organisation}`, async (desk) => {
    const found = await allPages(
      (page) => desk.listSuppliers(organisation, page),
      (supplier) => supplier.import_supplier,
    );
    const rows = found.map(
      ({ import_supplier, status, root_location, expiry_window_days, supplier_mpids }) => [
        import_supplier,
        status,
        root_location,
        `${expiry_window_days} days`,
        Object.entries(supplier_mpids)
          .map(([market, mpid]) => `${market}=${mpid}`)
          .join(' '),
      ],
    );
    const text = tableText(['import supplier', 'status', 'documents', 'may wait', 'participant ids'], rows);
    print(flags, found, found.length === 0 ? 'There are none.' : text);
  });
}

function change(organisation: string, name: string, body: object, flags: Flags): Promise<void> {
  return withDesk(flags, whatOf(organisation, name), async (desk) => {
    tell(flags, await desk.changeSupplier(organisation, name, body, atTheMachine()));
  });
}

function tell(flags: Flags, supplier: ImportSupplier): void {
  const { import_supplier, status, revision } = supplier;
  print(flags, supplier, `${import_supplier} is ${status} (revision ${revision}).`);
}

/** As the API has it. */
function bodyOf({ rootLocation, expiryDays, mpid, customerEmails }: Configuration) {
  return {
    ...(rootLocation !== undefined && { root_location: rootLocation }),
    ...(expiryDays !== undefined && { expiry_window_days: expiryDays }),
    ...(mpid !== undefined && { supplier_mpids: mpid }),
    ...(customerEmails !== undefined && { behaviours: { customer_emails: customerEmails } }),
  };
}

const whatOf = (organisation: string, name: string) => `import supplier ${name} of ${organisation}`;

function mpids(text: string, before: Readonly<Record<string, string>> = {}) {
  const [, market, mpid] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (market === undefined || mpid === undefined)
    throw new InvalidArgumentError('It must be a market and an id, as electricity=ACME.');
  return { ...before, [market]: mpid };
}
