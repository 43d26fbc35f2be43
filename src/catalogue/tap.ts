/** avsc's cursor over bytes. Reading beyond the end moves on and is noticed after the whole record. */
export interface Tap {
  readonly buf: Buffer;
  pos: number;
  readLong(): number;
  readString(): string | undefined;
  readDouble(): number;
  skipLong(): void;
  writeLong(value: number): void;
  writeDouble(value: number): void;
}
