import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import {
  countOf,
  examplesOf,
  mostFrequentFirst,
  paceOf,
  progressOf,
  type ReadModels,
  type Row,
  readMinutes,
  readSamples,
  rowsOf,
  textOf,
} from '../../query/index.js';
import { examples } from '../examples.js';
import { type HouseFlags, interrupted, withHouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { type JsonFlag, print, tableText } from '../print.js';
import { showProgress } from '../progress.js';
import { allSuppliers, readSupplier, withReadModels } from './read.js';

interface Flags extends HouseFlags, JsonFlag {}

/** How often `watch` looks. */
const LOOK_MS = 500;

/** `headrace imports …`: how far imports are, and why some failed, for those who are not at the dashboard. */
export function importsCommand(): Command {
  const imports = new Command('imports').description('how far imports are, and what failed and why');
  const command = (usage: string, description: string) =>
    withHouseFlags(imports.command(usage).description(description)).option('--json', 'one JSON document');
  const ofSupplier = (usage: string, description: string) =>
    command(usage, description)
      .argument('<organisation>', 'whose import supplier it is')
      .argument('<import-supplier>', 'its name');

  examples(
    command('status', 'every import supplier in figures')
      .argument('[organisation]', 'whose import suppliers; those of all if left out')
      .action(status),
    'headrace imports status',
    'headrace imports status acme --json',
  );
  examples(
    ofSupplier('watch', 'shows how far an import supplier is until nothing of it waits').action(watch),
    'headrace imports watch acme spring && headrace imports errors acme spring',
  );
  examples(
    ofSupplier('errors', 'what failed and what was refused, by code and place, with examples').action(errors),
    'headrace imports errors acme spring',
  );
  return imports;
}

function status(organisation: string | undefined, flags: Flags): Promise<void> {
  return withReadModels(flags, async (readModels) => {
    const suppliers = await allSuppliers(readModels, organisation ?? null);
    const rows = suppliers.map((row) => {
      const { accepted, waiting, complete, error, cancelled } = progressOf(row);
      const names = [row['organisation'], row['import_supplier'], row['status'] ?? 'not told'].map(String);
      return [...names, accepted, waiting, complete, error, cancelled, countOf(row, 'refused')];
    });
    const head = ['organisation', 'import supplier', 'status', 'accepted'];
    const table = tableText([...head, 'waiting', 'complete', 'error', 'cancelled', 'refused'], rows);
    print(flags, suppliers, rows.length === 0 ? 'There are none.' : table);
  });
}

function watch(organisation: string, name: string, flags: Flags): Promise<void> {
  return withReadModels(flags, async (readModels) => {
    const row = await untilNothingWaits(readModels, organisation, name);
    const { accepted, complete, error, cancelled } = progressOf(row);
    const became = `${complete} complete, ${error} in error, ${cancelled} cancelled`;
    print(flags, row, `${accepted} accepted: ${became}; ${countOf(row, 'refused')} refused.`);
  });
}

async function untilNothingWaits(readModels: ReadModels, organisation: string, name: string): Promise<Row> {
  const signal = interrupted();
  const bar = showProgress(`${name} of ${organisation}`, 1, process.stderr);
  try {
    for (;;) {
      const { row, lagSeconds } = await readSupplier(readModels, organisation, name);
      const { accepted, waiting } = progressOf(row);
      const minutes = await readMinutes(readModels, organisation, name);
      const { secondsLeft } = paceOf(minutes, waiting, new Date());
      const left = secondsLeft === null ? undefined : `about ${Math.ceil(secondsLeft)} s`;
      bar.to(accepted - waiting, accepted, left);
      // What is not applied yet may be further imports.
      if (waiting === 0 && lagSeconds === 0) return row;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {
        throw new InputError(`${waiting} of ${accepted} still wait`);
      });
    }
  } finally {
    bar.stop();
  }
}

function errors(organisation: string, name: string, flags: Flags): Promise<void> {
  return withReadModels(flags, async (readModels) => {
    const { row } = await readSupplier(readModels, organisation, name);
    const samples = await readSamples(readModels, organisation, name);
    const faults = mostFrequentFirst(rowsOf(row, 'errors')).map((fault) => ({
      ...fault,
      examples: examplesOf(fault, samples).map((sample) => textOf(sample, 'external_identifier')),
    }));
    const rows = faults.map(({ examples: identifiers, ...fault }) => [
      ...['resource_type', 'code', 'attr'].map((field) => textOf(fault, field) ?? ''),
      ...['processes', 'refusals'].map((field) => countOf(fault, field)),
      identifiers.filter((identifier) => identifier !== null).join(' '),
    ]);
    const head = ['kind', 'code', 'place', 'failed now', 'refusals ever', 'for example'];
    const none = 'No process has failed and no request was refused.';
    print(flags, faults, rows.length === 0 ? none : tableText(head, rows));
  });
}
