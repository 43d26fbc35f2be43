/** How many checks and tests came to which end. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What we read of vitest's JSON report. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Counts tests. A file that could not be loaded, a run without a report or without tests, and errors outside of any
 * test count as one failure each: otherwise they would look like success.
 *
 * @param exitCode vitest's own verdict.
 */
export function tallyTests(report: TestReport | undefined, exitCode: number | null): Tally {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const failed =
    tests.filter((status) => status === 'failed').length +
    files.filter((file) => file.status === 'failed' && !hasFailedTest(file)).length;
  const passed = tests.filter((status) => status === 'passed').length;
  const unseen = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + unseen, skipped: tests.length - passed - tests.filter(isFailed).length };
}

export function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The last line of a run: `812 passed, 0 failed`, with `, 3 skipped` where there are any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const isFailed = (status: string) => status === 'failed';

function hasFailedTest(file: TestReport['testResults'][number]): boolean {
  return file.assertionResults.some(({ status }) => isFailed(status));
}
