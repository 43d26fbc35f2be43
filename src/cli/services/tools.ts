import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** What this machine has for running services: commands, or why there is none. */
export type Tool = { readonly command: readonly string[] } | { readonly missing: string };

export interface Tools {
  readonly compose: () => Promise<Tool>;
  readonly java: () => Promise<Tool>;
  readonly maven: () => Promise<Tool>;
  readonly redis: () => Promise<Tool>;
}

/** Variables of a process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Kafka 4 and the registry need it. */
const JAVA_MAJOR_MIN = 17;
const ANSWER_MS = 15_000;

/** Finds tools on the PATH; Java and Maven by JAVA_HOME and MAVEN_HOME first. Each looks when it is asked. */
export function findTools(environment: Environment): Tools {
  const answers = (command: readonly string[], args: readonly string[]) => output(command, args, environment);
  return {
    compose: async () => {
      if (!(await answers(['docker'], ['info', '--format', '{{.ServerVersion}}']))?.trim())
        return { missing: 'no Docker engine answers (`docker info`)' };
      for (const command of [['docker', 'compose'], ['docker-compose']]) {
        if ((await answers(command, ['version'])) !== undefined) return { command };
      }
      return { missing: 'a Docker engine answers, but Docker Compose is not installed' };
    },
    java: async () => {
      const command = inHome(environment['JAVA_HOME'], 'java');
      const text = await answers([command], ['-version']);
      const major = Number(/version "(\d+)/.exec(text ?? '')?.[1] ?? 0);
      if (text === undefined)
        return { missing: `no Java (\`${command} -version\`): install Java ${JAVA_MAJOR_MIN} or newer` };
      if (major < JAVA_MAJOR_MIN)
        return { missing: `Java ${major} is too old: install Java ${JAVA_MAJOR_MIN} or newer` };
      return { command: [command] };
    },
    maven: async () => {
      const command = inHome(environment['MAVEN_HOME'], 'mvn');
      return (await answers([command], ['-v'])) !== undefined
        ? { command: [command] }
        : { missing: 'no Maven (`mvn -v`), which fetches the jars' };
    },
    redis: async () =>
      (await answers(['redis-server'], ['--version'])) !== undefined
        ? { command: ['redis-server'] }
        : { missing: 'no redis-server on the PATH' },
  };
}

function inHome(home: string | undefined, tool: string): string {
  return home ? join(home, 'bin', tool) : tool;
}

/** What a command prints, on either stream; undefined where it fails. */
function output(
  command: readonly string[],
  args: readonly string[],
  env: Environment,
): Promise<string | undefined> {
  const [program = '', ...first] = command;
  return new Promise((done) => {
    execFile(
      program,
      [...first, ...args],
      { env: { ...env }, timeout: ANSWER_MS },
      (error, stdout, stderr) => {
        done(error ? undefined : `${stdout}${stderr}`);
      },
    );
  });
}
