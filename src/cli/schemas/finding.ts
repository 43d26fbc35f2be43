/** One fault that the check found. */
export interface Finding {
  readonly check: 'chains' | 'values' | 'samples' | 'compatibility';
  readonly type: string | undefined;
  readonly version: string | undefined;
  /** Dotted path; `undefined` where no single field is at fault. */
  readonly field: string | undefined;
  /** Stable; scripts may branch on it. */
  readonly rule: string;
  /** For a person. Never holds a value of a payload. */
  readonly detail: string;
}

/** What one of the checks looked at, and what is wrong. */
export interface CheckOutcome {
  /** How many things were looked at. */
  readonly checked: number;
  readonly findings: readonly Finding[];
}
