import { Catalogue, CatalogueError, loadCatalogue, schemasFolder } from '../../catalogue/index.js';
import { readConfig } from '../../config.js';
import { loadProjections } from '../../projector/index.js';
import { compileRoutes } from '../../router/index.js';
import { projectionsFolder } from '../../start/house.js';
import { loadRoutes } from '../../start/routes.js';
import { InputError } from '../input-error.js';
import { checkSamples } from './check-samples.js';
import { checkValues } from './check-values.js';
import { type Rule, rules } from './compatibility.js';
import { brokenSetRule, changesLayout, diffSets, type SchemaChange } from './compatibility-sets.js';
import { describeChange } from './describe.js';
import type { Finding } from './finding.js';
import { readersOf, routesReading } from './impact.js';
import { schemaSetOf } from './schema-set.js';
import { readSnapshot, snapshotFile } from './snapshot.js';

export interface CheckOptions {
  /** 0 to 2^32 - 1. */
  readonly seed: number;
  /** Random values for each type-version. */
  readonly valuesEach: number;
  readonly folder?: string;
  readonly snapshot?: string;
}

/** A change since the snapshot, what it means, and the tables that may be reached by it. */
export type JudgedChange = SchemaChange & {
  /** The rule that is broken; null where the change is FULL compatible. */
  readonly rule: Rule | null;
  /** True where payloads journaled before the change no longer decode by type and version alone. */
  readonly layout: boolean;
  readonly readers: readonly string[];
};

export interface CheckReport {
  readonly ok: boolean;
  readonly seed: number;
  readonly valuesEach: number;
  /** How much was looked at; all 0 where the folder does not load. */
  readonly checked: {
    readonly types: number;
    readonly versions: number;
    readonly values: number;
    readonly samples: number;
  };
  readonly findings: readonly Finding[];
  readonly changes: readonly JudgedChange[];
}

/** Proves the schemas without any service. Rejects for faults of the machine only: what is wrong is a finding. */
export async function checkSchemas(options: CheckOptions): Promise<CheckReport> {
  const { seed, valuesEach, folder = schemasFolder, snapshot = snapshotFile } = options;
  const loaded = await load(folder);
  if (!(loaded instanceof Catalogue)) {
    const checked = { types: 0, versions: 0, values: 0, samples: 0 };
    return { ok: false, seed, valuesEach, checked, findings: [loaded], changes: [] };
  }
  const values = checkValues(loaded, seed, valuesEach);
  const samples = await checkSamples(loaded, folder);
  const compatibility = await checkChanges(loaded, snapshot);
  const findings = [...values.findings, ...samples.findings, ...compatibility.findings];
  const versions = Array.from(loaded.types.values(), (info) => info.versions.length);
  return {
    ok: findings.length === 0,
    seed,
    valuesEach,
    checked: {
      types: loaded.types.size,
      versions: versions.reduce((sum, count) => sum + count, 0),
      values: values.checked,
      samples: samples.checked,
    },
    findings,
    changes: compatibility.changes,
  };
}

/** That every version reaches the newest, without gap or cycle, is what a catalogue proves when it loads. */
async function load(folder: string): Promise<Catalogue | Finding> {
  try {
    return await loadCatalogue(folder);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const nowhere = { type: undefined, version: undefined, field: undefined };
    return { check: 'chains', ...nowhere, rule: 'does_not_load', detail: error.message };
  }
}

async function checkChanges(
  catalogue: Catalogue,
  snapshot: string,
): Promise<{ findings: Finding[]; changes: JudgedChange[] }> {
  let changes: readonly SchemaChange[];
  try {
    changes = diffSets(await readSnapshot(snapshot), schemaSetOf(catalogue));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const nowhere = { type: undefined, version: undefined, field: undefined };
    const detail = error.message;
    return { findings: [{ check: 'compatibility', ...nowhere, rule: 'no_snapshot', detail }], changes: [] };
  }
  const readers = changes.length > 0 ? await allReaders(catalogue) : () => [];
  const judged = changes.map((change) => ({
    ...change,
    rule: brokenSetRule(change) ?? null,
    layout: changesLayout(change),
    readers: readers(change.type),
  }));
  return { findings: judged.flatMap(findingOf), changes: judged };
}

/** Routes that the change has broken are told when the router starts; here they are left out. */
async function allReaders(catalogue: Catalogue): Promise<(type: string) => readonly string[]> {
  const tables = readersOf(await loadProjections(projectionsFolder));
  const compiled = compileRoutes(catalogue, await loadRoutes(readConfig().routesFolder));
  const routes = 'matched' in compiled ? routesReading(compiled) : () => [];
  return (type) => [...tables(type), ...routes(type)];
}

function findingOf(change: JudgedChange): Finding[] {
  const rule = change.rule ?? (change.layout ? 'layout_changed' : null);
  if (rule === null) return [];
  return [
    {
      check: 'compatibility',
      type: change.type,
      version: change.version,
      field: 'field' in change ? change.field : undefined,
      rule,
      detail: `${describeChange(change)}: ${rules[rule]}`,
    },
  ];
}
