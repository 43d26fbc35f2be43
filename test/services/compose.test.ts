import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/adapters/postgres/embedded-server.js';
import { packageRoot } from '../../src/package-root.js';

const command = [['docker-compose'], ['docker', 'compose']].find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'version'], { stdio: 'ignore' }).status === 0,
);
if (!command)
  process.stderr.write('SKIPPED: the tests of docker-compose.yml: Docker Compose is not installed\n');

/** The file as Compose understands it, as text: its services are at an indent of two. */
function config(environment: Readonly<Record<string, string>> = {}): string {
  const [program = '', ...args] = command ?? [];
  return execFileSync(program, [...args, '-f', join(packageRoot, 'docker-compose.yml'), 'config'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
}

function servicesIn(text: string): Map<string, string> {
  const part = /^services:\n((?: .*\n)*)/m.exec(text)?.[1] ?? '';
  return new Map(
    part.split(/^(?= {2}[a-z]+:$)/m).map((block) => [/^ {2}([a-z]+):/.exec(block)?.[1] ?? '', block]),
  );
}

describe.skipIf(!command)('docker-compose.yml', () => {
  test('given the file, when Compose reads it, then it has the service and all it needs, healthy before it starts', () => {
    const services = servicesIn(config());
    expect([...services.keys()].sort()).toEqual(['headrace', 'kafka', 'postgres', 'redis', 'registry']);
    for (const name of ['kafka', 'postgres', 'redis', 'registry']) {
      expect(services.get('headrace')).toMatch(new RegExp(`${name}:\\n +condition: service_healthy`));
      expect(services.get(name), name).toContain('healthcheck:');
    }
  });

  test('given the images, when read, then each is pinned to a version', () => {
    const images = [...config().matchAll(/^ +image: (.+)$/gm)].map(([, image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/^[a-z/-]+:\d+\.\d+\.\d+|^postgres:\d+\.\d+/);
  });

  test('given the database, when read, then it is set as the embedded one is', () => {
    const { max_wal_size, checkpoint_timeout, jit, random_page_cost } = SETTINGS;
    const postgres = servicesIn(config()).get('postgres');
    for (const [name, value] of Object.entries({ max_wal_size, checkpoint_timeout, jit, random_page_cost })) {
      expect(postgres).toContain(`${name}=${value}`);
    }
  });

  test('given ports, when read, then all are published on this machine only, and where the environment says', () => {
    const ports = {
      HEADRACE_PORT: '20001',
      POSTGRES_PORT: '20002',
      KAFKA_PORT: '20003',
      REGISTRY_PORT: '20004',
      REDIS_PORT: '20005',
    };
    for (const [name, block] of servicesIn(config(ports))) {
      const published = /ports:\n((?: +-.*\n(?: {6}.*\n)*)+)/.exec(block)?.[1] ?? '';
      expect(published, name).toMatch(/127\.0\.0\.1/);
      expect(published.match(/2000\d/g), name).toHaveLength(1);
    }
    expect(config(ports)).toContain('OUTSIDE://127.0.0.1:20003');
  });
});
