import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Account, type EmbeddedLog, EmbeddedPostgresError, run } from './embedded-binaries.js';

/** Where the embedded server keeps everything of its own (data, password, port, log, lock), and who runs it. */
export interface Home {
  readonly path: string;
  readonly account: Account;
}

/**
 * `<folder>/postgres`, run by ourselves. As root, which PostgreSQL refuses to run as, by the system user `postgres`;
 * and where that user cannot enter the folder (a checkout under /root), a home elsewhere, which is noted in
 * `<folder>/postgres-home`. Never goes elsewhere while there are data: that would look like their loss.
 */
export async function findHome(folder: string, log: EmbeddedLog): Promise<Home> {
  const note = join(folder, 'postgres-home');
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  if (noted !== undefined && !existsSync(noted)) {
    throw new EmbeddedPostgresError(
      `The data of ${folder} were kept in ${noted}, which is gone. Restore it, or delete ${note} to begin anew.`,
    );
  }
  const wanted = noted ?? join(resolve(folder), 'postgres');
  const account = process.getuid?.() === 0 ? await serverAccount(wanted) : undefined;
  const taken = existsSync(join(wanted, 'data'));
  if (await isHome(wanted, account)) return { path: wanted, account };
  if (taken) {
    throw new EmbeddedPostgresError(
      `The data are in ${wanted}, but the user who runs PostgreSQL (id ${account?.uid}) cannot enter that folder ` +
        'any more. Let the folders above it be entered by all (chmod o+x).',
    );
  }
  rmSync(wanted, { recursive: true, force: true });
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16);
  // The last is swept by some systems at boot; then the note says that the data are gone, rather than nothing.
  const places = [() => join('/var/lib/headrace', name), () => mkdtempSync(join(tmpdir(), 'headrace-'))];
  for (const place of places) {
    const path = place();
    if (!(await isHome(path, account))) continue;
    writeFileSync(note, `${path}\n`);
    log.warn(`The user who runs PostgreSQL cannot enter ${folder}: its data are kept in ${path}`);
    return { path, account };
  }
  throw new EmbeddedPostgresError(
    `The user who runs PostgreSQL (id ${account?.uid}) cannot enter ${folder}, /var/lib/headrace or ${tmpdir()}. ` +
      'Give another folder with --data DIR.',
  );
}

/** Makes the folder and tells whether the server's user can work in it. */
async function isHome(path: string, account: Account): Promise<boolean> {
  try {
    const made = mkdirSync(path, { recursive: true, mode: 0o755 });
    if (account === undefined) {
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
      return true;
    }
    // A parent just made may be closed by a strict umask; it is ours to open.
    if (made !== undefined && made !== path) chmodSync(made, 0o755);
    chownSync(path, account.uid, account.gid);
    chmodSync(path, 0o700);
  } catch (error) {
    if (account !== undefined) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      `${path} cannot be used by this user: ${reason}. Run as the one who made it, or use another with --data DIR.`,
    );
  }
  return (await run('/bin/sh', ['-c', 'cd "$0" && test -w .', path], account)).ok;
}

/** Whoever owns the data already, otherwise the system user `postgres`, made where it is missing. */
async function serverAccount(home: string): Promise<Account> {
  const data = join(home, 'data');
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const present = await accountOf('postgres');
  if (present) return present;
  await run('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres'], undefined);
  // Where there is no useradd: busybox. Whether either worked is seen next.
  await run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'postgres'], undefined);
  const made = await accountOf('postgres');
  if (made) return made;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and the system user "postgres" is missing and could not be made. ' +
      'Make it, run headrace as another user, or set DATABASE_URL.',
  );
}

async function accountOf(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([
    run('id', ['-u', name], undefined),
    run('id', ['-g', name], undefined),
  ]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}
