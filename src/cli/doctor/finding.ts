export type Status = 'ok' | 'warn' | 'fail';

/** What was found of one part of an installation. */
export interface Finding {
  readonly part: string;
  readonly status: Status;
  readonly found: string;
  /** What a person should do; null where all is well. */
  readonly todo: string | null;
}

export const ok = (part: string, found: string): Finding => ({ part, status: 'ok', found, todo: null });
export const warn = (part: string, found: string, todo: string): Finding => ({
  ...{ part, status: 'warn', found, todo },
});
export const fail = (part: string, found: string, todo: string): Finding => ({
  ...{ part, status: 'fail', found, todo },
});

/** Findings of a part, and what it was asked for. */
export type Check = () => Promise<readonly Finding[]>;

/** A check that is cut off after a while; a fault is a finding like any other. */
export async function attempt(
  part: string,
  seconds: number,
  todo: string,
  check: Check,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${seconds} s`)), seconds * 1_000);
  });
  const checking = check();
  try {
    return await Promise.race([checking, late]);
  } catch (error) {
    // What comes after the time limit is of no interest.
    checking.catch(() => {});
    return [fail(part, reasonOf(error), todo)];
  } finally {
    clearTimeout(timer);
  }
}

/** The message, and that of what caused it: libraries wrap the one that tells. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const told = error.message || ('code' in error ? String(error.code) : error.name);
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (!(inner instanceof Error)) return told;
  const cause = reasonOf(inner);
  return told.includes(cause) ? told : error.message ? `${told}: ${cause}` : cause;
}

const SEVERITY: readonly Status[] = ['ok', 'warn', 'fail'];

/** 0 where all is well, 1 where something should be looked at, 2 where something does not work. */
export function exitCodeOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({ status }) => SEVERITY.indexOf(status)));
}
