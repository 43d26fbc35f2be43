import { Command } from 'commander';
import { atTheMachine } from '../../intake/index.js';
import { examples } from '../examples.js';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { type JsonFlag, print, tableText } from '../print.js';
import { allPages, withDesk } from './desk.js';

interface Flags extends HouseFlags, JsonFlag {}

/** `headrace organisations …`: who imports here. */
export function organisationsCommand(): Command {
  const organisations = new Command('organisations').description('companies that import accounts');
  const command = (usage: string, description: string) =>
    withHouseFlags(organisations.command(usage).description(description)).option(
      '--json',
      'one JSON document',
    );

  examples(
    command('list', 'list them').action((flags: Flags) =>
      withDesk(flags, 'organisation', async (desk) => {
        const found = await allPages(desk.listOrganisations, ({ organisation }) => organisation);
        const rows = found.map(({ organisation, name, created_at }) => [organisation, name, created_at]);
        const text = tableText(['organisation', 'name', 'made'], rows);
        print(flags, found, found.length === 0 ? 'There are none.' : text);
      }),
    ),
    'headrace organisations list',
  );
  examples(
    command('create', 'make one')
      .argument('<organisation>', 'short name: small letters, digits and hyphens')
      .option('--name <text>', 'name for people')
      .action((organisation: string, { name, ...flags }: Flags & { name?: string }) =>
        withDesk(flags, `organisation ${organisation}`, async (desk) => {
          const body = { organisation, ...(name !== undefined && { name }) };
          const made = await desk.createOrganisation(body, atTheMachine());
          print(
            flags,
            made,
            `${organisation} is there. Next: headrace import-suppliers create ${organisation} …`,
          );
        }),
      ),
    "headrace organisations create acme --name 'Acme Energy'",
  );
  return organisations;
}
