import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Projection } from '../../projector/index.js';

/** The schema that holds the tables of one version of a projection, e.g. `import_progress_v1`. */
export function schemaOf({ name, version }: Pick<Projection, 'name' | 'version'>): string {
  return `${name.replaceAll('-', '_')}_v${version}`;
}

export interface Sql {
  readonly text: string;
  readonly sha256: Buffer;
}

type Kind = 'tables' | 'indexes' | 'access' | 'views';

/** The SQL of a projection; without analysts' views where `forAnalysts` is false. */
export async function readDefinition(folder: string, name: string, forAnalysts = true) {
  const read = (kind: Kind) => readSql(join(folder, name), kind, forAnalysts);
  return {
    tables: await read('tables'),
    indexes: await read('indexes'),
    access: await read('access'),
    views: await read('views'),
  };
}

const ANALYTICS = 'z-analytics.sql';

/** `<kind>.sql`, or the files of the folder `<kind>/`, in the order of their names, where one would be too long. */
async function readSql(folder: string, kind: Kind, forAnalysts: boolean): Promise<Sql> {
  const single = join(folder, `${kind}.sql`);
  const parts = join(folder, kind);
  const names = existsSync(parts)
    ? (await readdir(parts)).filter((name) => name.endsWith('.sql')).sort()
    : [];
  const wanted = names.filter((name) => forAnalysts || name !== ANALYTICS);
  const files = existsSync(single) ? [single] : wanted.map((name) => join(parts, name));
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  return { text, sha256: createHash('sha256').update(text).digest() };
}
