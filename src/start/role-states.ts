/** `paused`: a fault that may mend by itself; it is tried again. `stopped`: somebody has to do something. */
export interface RoleState {
  readonly state: 'running' | 'paused' | 'stopped';
  /** Why it does not run, as a code. */
  readonly reason?: string;
}

/** A fault that is not told again for so long is over: all who wait and try again do so sooner. */
const FAULT_MS = 60_000;

const SEVERITY: readonly RoleState['state'][] = ['running', 'paused', 'stopped'];

/** What the parts of this process are doing. Each tells of itself; whoever is asked whether the process is well, reads. */
export class RoleStates {
  readonly #roles = new Map<string, Map<string, RoleState & { readonly toldAtMs: number }>>();
  readonly #nowMs: () => number;

  /** @param nowMs a monotonic clock */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The role is part of this process. */
  starts(role: string): void {
    if (!this.#roles.has(role)) this.#roles.set(role, new Map());
  }

  /** `part` of the role works, as far as it knows. */
  runs(role: string, part: string): void {
    this.#roles.get(role)?.delete(part);
  }

  /** A fault that is waited out; to be told each time it is met. */
  pauses(role: string, part: string, fault: unknown): void {
    this.#tell(role, part, { state: 'paused', reason: reasonOf(fault) });
  }

  stops(role: string, part: string, reason: string): void {
    this.#tell(role, part, { state: 'stopped', reason });
  }

  /** By role, the worst of its parts. */
  report(): Readonly<Record<string, RoleState>> {
    const since = this.#nowMs() - FAULT_MS;
    return Object.fromEntries(
      [...this.#roles].map(([role, parts]) => {
        const [worst] = [...parts.values()]
          .filter(({ state, toldAtMs }) => state === 'stopped' || toldAtMs > since)
          .sort((a, b) => SEVERITY.indexOf(b.state) - SEVERITY.indexOf(a.state));
        if (!worst) return [role, { state: 'running' }];
        const { state, reason } = worst;
        return [role, { state, ...(reason !== undefined && { reason }) }];
      }),
    );
  }

  #tell(role: string, part: string, state: RoleState): void {
    this.starts(role);
    this.#roles.get(role)?.set(part, { ...state, toldAtMs: this.#nowMs() });
  }
}

/** A fault as a code. Its message stays in the log: it may hold addresses, names and values. */
function reasonOf(fault: unknown): string {
  for (let error = fault; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)) return error.code;
  }
  return fault instanceof Error ? fault.name : 'unknown';
}
