import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorKinds } from '../../src/errors.js';
import { fieldCodes } from '../../src/intake/codes.js';
import { formats } from '../../src/intake/formats/index.js';
import { packageRoot } from '../../src/package-root.js';

const sections = readFileSync(`${packageRoot}/docs/errors.md`, 'utf8').split(/^## /m);

function rowsOf(heading: string): string[][] {
  const section = sections.find((text) => text.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

describe('docs/errors.md', () => {
  test('lists exactly the errors that end a request, as the code has them', () => {
    const documented = rowsOf('Errors that end a request').map(([code, status, again, detail, remedy]) => [
      code?.replaceAll('`', ''),
      { status: Number(status), retryable: again === 'yes', detail, remedy },
    ]);
    expect(Object.fromEntries(documented)).toEqual(errorKinds);
  });

  test('lists exactly the faults at a field, as the code has them', () => {
    const documented = rowsOf('Faults at a field').map(([code, detail]) => [
      code?.replaceAll('`', ''),
      detail,
    ]);
    expect(Object.fromEntries(documented)).toEqual(fieldCodes);
  });

  test('knows the code of every format', () => {
    for (const { code } of Object.values(formats)) expect(fieldCodes).toHaveProperty(code);
  });
});
