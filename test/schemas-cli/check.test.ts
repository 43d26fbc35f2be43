import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { checkSchemas } from '../../src/cli/schemas/check.js';
import { reportLines } from '../../src/cli/schemas/describe.js';
import { schemaSetOf } from '../../src/cli/schemas/schema-set.js';
import { readSnapshot, snapshotText, writeSnapshot } from '../../src/cli/schemas/snapshot.js';
import { billFolder, optional, required } from './folder.js';

/** A folder and a snapshot of the same; of another one like it, since an upcast is loaded once in a process. */
async function bills() {
  const made = billFolder();
  await writeSnapshot(schemaSetOf(await loadCatalogue(billFolder().folder)), made.snapshot);
  const check = () => checkSchemas({ seed: 7, valuesEach: 20, folder: made.folder, snapshot: made.snapshot });
  return { ...made, check };
}

describe('the committed schemas', () => {
  test('given the committed snapshot, when checked, then nothing is at fault', async () => {
    const report = await checkSchemas({
      seed: Number(process.env['HEADRACE_SEED'] ?? Date.now() % 2 ** 32),
      valuesEach: 20,
    });
    expect(report.findings).toEqual([]);
    expect(report.checked.values).toBe(report.checked.versions * 20);
    expect(report.checked.samples).toBeGreaterThan(20);
  });

  test('given the same schemas, then the snapshot is the same text, and reads as what was written', async () => {
    const set = schemaSetOf(await loadCatalogue());
    expect(snapshotText(schemaSetOf(await loadCatalogue()))).toBe(snapshotText(set));
    const { snapshot } = billFolder();
    await writeSnapshot(set, snapshot);
    expect(await readSnapshot(snapshot)).toEqual(set);
  });
});

describe('given a folder in order', () => {
  test('when nothing changes, then it passes, and the same seed makes the same report', async () => {
    const { check } = await bills();
    const report = await check();
    expect(report).toMatchObject({ ok: true, checked: { types: 1, versions: 2, values: 40, samples: 2 } });
    expect(await check()).toEqual(report);
    expect(reportLines(report).at(-1)).toBe('schemas check: passed, 0 changes since the snapshot');
  });

  test('when a version and a type are added, then it passes', async () => {
    const { check, version, sample, upcast } = await bills();
    version('v3', [optional('reason'), required('made_by')]);
    const steps = ["v1: { to: 'v2', add: () => ({ reason: null }) }"];
    upcast([...steps, "v2: { to: 'v3', add: () => ({ made_by: null }) }"].join());
    const nothing = { account_number: 'A', reason: null, made_by: null };
    sample('v1', { account_number: 'A' }, '0241', nothing);
    sample('v2', { account_number: 'A' }, '024100', nothing);
    sample('v3', { account_number: 'A', made_by: 'c' }, '0241000263', { ...nothing, made_by: 'c' });
    const report = await check();
    expect(report.findings).toEqual([]);
    expect(report.changes.map(({ version, kind }) => [version, kind])).toEqual([
      ['current', 'field_added'],
      ['v3', 'version_added'],
    ]);
  });
});

describe('given a fault, then type, version, field and rule are named', () => {
  const faults = async (check: () => ReturnType<typeof checkSchemas>) => {
    const { ok, findings } = await check();
    expect(ok).toBe(findings.length === 0);
    return findings.map(({ check: which, type, version, field, rule }) => [
      which,
      type,
      version,
      field,
      rule,
    ]);
  };

  test.each([
    ['a gap', '', /bill\.made: the upcast step from v1 must lead to v2, not nowhere/],
    ['a cycle', "v1: { to: 'v2', add: () => ({}) }, v2: { to: 'v1', add: () => ({}) }", /step from v2/],
  ])('a chain with %s', async (_what, steps, detail) => {
    const { folder, snapshot, upcast } = billFolder();
    upcast(steps);
    const report = await checkSchemas({ seed: 7, valuesEach: 1, folder, snapshot });
    expect(report).toMatchObject({
      ok: false,
      findings: [{ check: 'chains', rule: 'does_not_load', detail: expect.stringMatching(detail) }],
    });
    expect(reportLines(report).at(-1)).toMatch(/failed, the schemas do not load/);
  });

  test('an upcast whose values do not fit the current form', async () => {
    const { check, upcast } = await bills();
    upcast("v1: { to: 'v2', add: (event) => ({ reason: event.account_number === '' ? 0 : null }) }");
    expect(await faults(check)).toEqual([['values', 'bill.made', 'v1', 'reason', 'invalid_payload']]);
  });

  test('an upcast that throws', async () => {
    const { check, upcast } = await bills();
    upcast("v1: { to: 'v2', add: () => { throw new Error('never') } }");
    expect(await faults(check)).toEqual([
      ['values', 'bill.made', 'v1', undefined, 'invalid_payload'],
      ['samples', 'bill.made', 'v1', undefined, 'invalid_payload'],
    ]);
  });

  test('samples that are gone, broken, or say something else', async () => {
    const { check, folder, sample, write } = await bills();
    rmSync(join(folder, 'bill.made/samples/v1.json'));
    sample('v2', { account_number: 'A' }, '024100', { account_number: 'B', reason: null });
    expect(await faults(check)).toEqual([
      ['samples', 'bill.made', 'v1', undefined, 'sample_missing'],
      ['samples', 'bill.made', 'v2', undefined, 'sample_reads_otherwise'],
    ]);
    write('bill.made/samples/v1.json', '{');
    sample('v2', { account_number: 'B' }, '024100', { account_number: 'A', reason: null });
    expect(await faults(check)).toEqual([
      ['samples', 'bill.made', 'v1', undefined, 'sample_unreadable'],
      ['samples', 'bill.made', 'v2', undefined, 'sample_writes_otherwise'],
    ]);
  });

  test('a field that becomes required, in the version and in the current form', async () => {
    const { check, version } = await bills();
    version('v1', [required('total', 'long')]);
    version('v2', [required('total', 'long'), optional('reason')]);
    const compatibility = (await faults(check)).filter(([which]) => which === 'compatibility');
    expect(compatibility).toEqual(
      ['v1', 'v2', 'current'].map((name) => [
        'compatibility',
        'bill.made',
        name,
        'total',
        'added_without_default',
      ]),
    );
  });

  test('a new version that lacks a required field: the registered current form would be refused', async () => {
    const [old, now] = [billFolder(), billFolder()];
    for (const { version } of [old, now]) {
      version('v1', [required('total', 'long')]);
      version('v2', [required('total', 'long'), optional('reason')]);
    }
    await writeSnapshot(schemaSetOf(await loadCatalogue(old.folder)), now.snapshot);
    now.version('v3', [optional('reason')]);
    now.upcast("v1: { to: 'v2', add: () => ({}) }, v2: { to: 'v3', add: () => ({}) }");
    const { folder, snapshot } = now;
    const { findings } = await checkSchemas({ seed: 7, valuesEach: 1, folder, snapshot });
    expect(findings.filter((finding) => finding.check === 'compatibility')).toMatchObject([
      { type: 'bill.made', version: 'current', field: 'total', rule: 'requirement_changed' },
    ]);
  });

  test('a snapshot that is not there', async () => {
    const { check, snapshot } = await bills();
    rmSync(snapshot);
    expect(await faults(check)).toEqual([['compatibility', undefined, undefined, undefined, 'no_snapshot']]);
  });

  test('a change in place that Avro allows: it would leave journaled payloads behind', async () => {
    const { check, folder, version } = await bills();
    const before = (await loadCatalogue(folder)).encodeUnknown('bill.made', 'v2', { account_number: 'A' });
    version('v2', [optional('reason'), optional('made_by')]);
    const report = await check();
    expect(report.ok).toBe(false);
    expect(report.findings.filter((finding) => finding.check === 'compatibility')).toMatchObject([
      { type: 'bill.made', version: 'v2', field: 'made_by', rule: 'layout_changed' },
    ]);
    const told = reportLines(report).filter((line) => line.startsWith('change  bill.made v2'));
    expect(told).toEqual([
      expect.stringMatching(
        /field made_by is new .* FULL compatible; payloads journaled before do not decode/,
      ),
    ]);
    const after = await loadCatalogue(folder);
    expect(() => after.decode('bill.made', 'v2', before)).toThrow();
  });
});
