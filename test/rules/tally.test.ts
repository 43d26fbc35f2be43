import { expect, test } from 'vitest';
import { add, formatTally, tallyTests } from '../support/tally.js';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((outcome) => ({ status: outcome })),
});

test.each([
  ['all passed', { testResults: [file('passed', 'passed', 'passed')] }, 0, [2, 0, 0]],
  ['one failed', { testResults: [file('failed', 'passed', 'failed')] }, 1, [1, 1, 0]],
  ['one skipped, one to do', { testResults: [file('passed', 'passed', 'skipped', 'todo')] }, 0, [1, 0, 2]],
  ['a file that cannot be loaded', { testResults: [file('failed'), file('passed', 'passed')] }, 1, [1, 1, 0]],
  ['an error outside of any test', { testResults: [file('passed', 'passed')] }, 1, [1, 1, 0]],
  ['no tests at all', { testResults: [] }, 0, [0, 1, 0]],
  ['only skipped tests', { testResults: [file('passed', 'skipped')] }, 0, [0, 1, 1]],
  ['no report', undefined, null, [0, 1, 0]],
] as const)('given %s, then it is counted so', (_, report, exitCode, [passed, failed, skipped]) => {
  expect(tallyTests(report, exitCode)).toEqual({ passed, failed, skipped });
});

test('the last line says passed and failed, and skipped where there are any', () => {
  expect(formatTally({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  const sum = add({ passed: 3, failed: 0, skipped: 0 }, { passed: 1, failed: 1, skipped: 2 });
  expect(formatTally(sum)).toBe('4 passed, 1 failed, 2 skipped');
});
