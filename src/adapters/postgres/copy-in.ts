import { type Connection, type PoolClient, Query } from 'pg';

/** A column as PostgreSQL calls it and its type, e.g. `data`, `jsonb`. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Types whose text PostgreSQL reads as JSON has it; lists are written otherwise. */
const PLAIN =
  /^(smallint|integer|bigint|double precision|numeric|boolean|text|jsonb|timestamp with time zone)$/;

export const canCopy = (columns: readonly Column[]): boolean => columns.every(({ type }) => PLAIN.test(type));

/**
 * Writes rows by COPY, which takes PostgreSQL half of what INSERT takes. It goes out together with the queries before and
 * behind it; where it fails, the server leaves out what was sent for it.
 *
 * @returns sends it. That fails with a DatabaseError 23505 where one of the rows is there already.
 */
export function copyIn(
  client: PoolClient,
  table: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, unknown>>[],
): () => Promise<void> {
  const text = `COPY ${table} (${columns.map(({ name }) => name).join(', ')}) FROM STDIN`;
  const messages = copyMessages(rows.map((row) => line(columns, row)).join(''));
  return () =>
    new Promise((resolve, reject) => {
      client.query(new CopyIn(text, messages, (error) => (error ? reject(error) : resolve())));
    });
}

/** In pg's pipeline nobody waits for an answer, so the rows follow the statement at once. */
class CopyIn extends Query {
  constructor(text: string, messages: Buffer, done: (error: Error | undefined) => void) {
    super(text, done);
    this.submit = (connection: Connection) => {
      connection.query(text);
      connection.stream.write(messages);
    };
  }

  /** By then the rows are on their way. */
  handleCopyInResponse(): void {}
}

const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = 'c'.charCodeAt(0);
/** A letter, and the length of what follows, itself included. */
const HEAD_BYTES = 5;

function copyMessages(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const messages = Buffer.allocUnsafe(HEAD_BYTES + bytes + HEAD_BYTES);
  messages[0] = COPY_DATA;
  messages.writeUInt32BE(4 + bytes, 1);
  messages.write(text, HEAD_BYTES);
  messages[HEAD_BYTES + bytes] = COPY_DONE;
  messages.writeUInt32BE(4, HEAD_BYTES + bytes + 1);
  return messages;
}

function line(columns: readonly Column[], row: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const { name, type } of columns) text += `${text === '' ? '' : '\t'}${field(type, row[name])}`;
  return `${text}\n`;
}

function field(type: string, value: unknown): string {
  if (value === undefined || value === null) return '\\N';
  if (type === 'jsonb' || typeof value === 'object') return escaped(JSON.stringify(value));
  return typeof value === 'string' ? escaped(value) : String(value);
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special);
}
