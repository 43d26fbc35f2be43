import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { releaseLock, takeLock } from '../../adapters/postgres/embedded-lock.js';
import { packageRoot } from '../../package-root.js';
import { lastLines } from './process.js';
import type { Tool } from './tools.js';

export type Artifact = 'kafka' | 'registry';

/** The Maven goal that unpacks what a pom names into its output folder. */
const GOALS = { kafka: 'dependency:copy-dependencies', registry: 'dependency:unpack' } as const;
/** A first fetch moves 160 MB; a slow line takes minutes. */
const FETCH_MS = 15 * 60_000;
const LOCK_POLL_MS = 200;

export interface ArtifactOptions {
  /** Folder that checkouts may share. */
  readonly cache: string;
  readonly maven: () => Promise<Tool>;
  readonly say: (line: string) => void;
}

/**
 * The folder with a service's jars, fetched by Maven once for each state of its pom.
 *
 * @throws where they are not in the cache and cannot be fetched.
 */
export async function artifactFolder(artifact: Artifact, options: ArtifactOptions): Promise<string> {
  const pom = join(packageRoot, 'src/cli/services/poms', `${artifact}.xml`);
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(options.cache, `${artifact}-${hash}`);
  if (existsSync(folder)) return folder;
  mkdirSync(options.cache, { recursive: true });
  const lock = join(options.cache, `${artifact}.lock`);
  while (takeLock(lock) !== undefined) await sleep(LOCK_POLL_MS);
  try {
    if (!existsSync(folder)) await fetchInto(folder, pom, artifact, options);
    return folder;
  } finally {
    releaseLock(lock);
  }
}

/** The registry's jar; the file has the version in its name. */
export function registryJar(folder: string): string {
  const jar = readdirSync(folder).find((name) => name.endsWith('-runner.jar'));
  if (jar === undefined) throw new Error(`${folder} holds no registry; delete it and try again`);
  return join(folder, jar);
}

async function fetchInto(
  folder: string,
  pom: string,
  artifact: Artifact,
  options: ArtifactOptions,
): Promise<void> {
  const maven = await options.maven();
  if ('missing' in maven)
    throw new Error(`the ${artifact} jars are not in ${options.cache}, and there is ${maven.missing}`);
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  // A copy, because Maven leaves its own folder beside the pom.
  const copy = join(draft, 'pom.xml');
  copyFileSync(pom, copy);
  options.say(`fetching the ${artifact} jars with Maven into ${folder}`);
  const log = join(options.cache, `${artifact}.log`);
  const args = ['-q', '-B', '-f', copy, `-Dheadrace.output=${draft}`, GOALS[artifact]];
  const code = await runToEnd([...maven.command, ...args], log);
  if (code !== 0) throw new Error(`Maven could not fetch the ${artifact} jars (${code}):\n${lastLines(log)}`);
  renameSync(draft, folder);
}

function runToEnd(command: readonly string[], log: string): Promise<number | string> {
  const [program = '', ...args] = command;
  const output = openSync(log, 'w', 0o600);
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ['ignore', output, output], timeout: FETCH_MS });
    child.once('error', (error) => done(error.message));
    child.once('exit', (code, signal) => done(code ?? signal ?? 'ended'));
  });
}
