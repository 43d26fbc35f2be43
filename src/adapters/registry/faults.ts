/** The registry cannot be reached, does not answer in time, or answers as no registry does. Waiting may help. */
export class RegistryUnavailable extends Error {
  override readonly name = 'RegistryUnavailable';
  readonly retryable = true;
}

/** The registry answered, and said no. Waiting does not help. */
export class RegistryRefused extends Error {
  override readonly name = 'RegistryRefused';
  readonly retryable = false;
  /** HTTP status. */
  readonly status: number;
  /** Confluent's number for the reason, e.g. 40403: no such schema. */
  readonly errorCode: number;

  constructor(message: string, status: number, errorCode: number) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}
