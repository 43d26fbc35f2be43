import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, describe, expect, test } from 'vitest';
import { findTools } from '../../src/cli/services/tools.js';
import { testFolder } from '../support/folder.js';
import { kafkaForTests } from '../support/kafka.js';
import { guard, type Report, reportOf, services } from './command.js';

const kafka = await kafkaForTests();
/** Here the services are processes: with a Docker engine they would be containers, which take images from the network. */
const here =
  'missing' in kafka || 'command' in (await findTools(process.env).compose()) ? 'missing' : 'there';

afterAll(() => guard.stop());

/** A folder whose services end with this process at the latest. */
function servicesFolder(): string {
  const folder = mkdtempSync(join(guard.folder, 'services-'));
  // Entered by the user that PostgreSQL runs as when we are root.
  chmodSync(folder, 0o711);
  return folder;
}

const pidsOf = ({ services }: Report) => Object.fromEntries(services.map(({ name, pid }) => [name, pid]));

describe.skipIf(here === 'missing')('npm run services, with processes', () => {
  const folder = here === 'there' ? servicesFolder() : '';
  let up: Report;

  test('given nothing, when up, then Kafka, a registry and PostgreSQL answer at the addresses it prints', async () => {
    up = await reportOf(['up', '--folder', folder]);
    expect(up.services).toEqual(
      expect.arrayContaining(
        ['postgres', 'kafka', 'registry'].map((name) => expect.objectContaining({ name, by: 'process' })),
      ),
    );
    expect(up.services.map(({ fault }) => fault)).toEqual(up.services.map(() => undefined));
    await withAdmin(up, (admin) => admin.createTopics({ topics: [{ topic: 'kept' }], waitForLeaders: true }));
    await registerAt(up, 'kept');
  }, 180_000);

  test('given it is up, when up again, then nothing is started and the addresses are the same', async () => {
    const again = await reportOf(['up', '--folder', folder]);
    expect(again.environment).toEqual(up.environment);
    expect(pidsOf(again)).toEqual(pidsOf(up));
    const shell = await services(['up', '--folder', folder]);
    expect(shell.stdout.split('\n')).toContain(`export KAFKA_BROKERS='${up.environment['KAFKA_BROKERS']}'`);
  }, 60_000);

  test('given it is up, when another folder comes up beside it with its PostgreSQL, then both answer, and down ends one', async () => {
    const other = servicesFolder();
    const given = { DATABASE_URL: up.environment['DATABASE_URL'] ?? '' };
    const beside = await reportOf(['up', '--folder', other], given);
    expect(beside.environment['DATABASE_URL']).toBe(given.DATABASE_URL);
    expect(beside.environment['KAFKA_BROKERS']).not.toBe(up.environment['KAFKA_BROKERS']);
    // Both registries keep their schemas in the same database.
    expect(await idOf(beside, 'kept')).toBe(await idOf(up, 'kept'));
    await reportOf(['down', '--folder', other]);
    const left = await services(['status', '--folder', other]);
    expect(left).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was started') });
    const still = await reportOf(['status', '--folder', folder]);
    expect(pidsOf(still)).toEqual(pidsOf(up));
  }, 180_000);

  test('given its addresses, when up elsewhere with them, then they are checked and nothing is started', async () => {
    const other = servicesFolder();
    const report = await reportOf(['up', '--folder', other], up.environment);
    expect(report.services.every(({ by }) => by === 'given')).toBe(true);
    expect(report.environment).toEqual(up.environment);
    const wrong = await services(['up', '--folder', other], {
      ...up.environment,
      KAFKA_BROKERS: '127.0.0.1:1',
    });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/KAFKA_BROKERS was given, but kafka does not answer there: .*ECONNREFUSED/);
  }, 60_000);

  test('given a Docker engine, when up, then the services that are not given are containers of a project of its own', async () => {
    const other = servicesFolder();
    const { REDIS_URL: _, ...given } = up.environment;
    const docker = fakeDocker();
    const report = await reportOf(['up', '--folder', other], { ...given, PATH: docker.path });
    expect(report.services.find(({ name }) => name === 'redis')).toMatchObject({ by: 'container' });
    await reportOf(['up', '--folder', other], { ...given, PATH: docker.path });
    await reportOf(['down', '--folder', other], { PATH: docker.path });
    const project = /-p (headrace-services-[0-9a-f]{10}) /.exec(docker.calls()[0] ?? '')?.[1];
    const port = /:(\d+)$/.exec(report.environment['REDIS_URL'] ?? '')?.[1];
    expect(docker.calls()).toEqual([
      `-p ${project} -f docker-compose.yml up -d redis with port ${port}`,
      `-p ${project} -f docker-compose.yml up -d redis with port ${port}`,
      `-p ${project} -f docker-compose.yml down with port none`,
    ]);
  }, 60_000);

  test('given one was killed, when up, then it alone is started, with its data and at its address', async () => {
    const { kafka: killed, registry } = pidsOf(up);
    process.kill(killed ?? 0, 'SIGKILL');
    while (existsSync(`/proc/${killed}/exe`)) await sleep(20);
    const down = await services(['status', '--folder', folder]);
    expect(down).toMatchObject({ code: 1, stdout: expect.stringMatching(/kafka +DOWN/) });
    const again = await reportOf(['up', '--folder', folder]);
    expect(pidsOf(again)).toMatchObject({ registry });
    expect(pidsOf(again)['kafka']).not.toBe(killed);
    expect(again.environment).toEqual(up.environment);
    await withAdmin(again, async (admin) => expect(await admin.listTopics()).toContain('kept'));
  }, 180_000);

  test('given it was down, when up, then topics, schemas and their ids are there, at the same addresses', async () => {
    const id = await idOf(up, 'kept');
    const pids = Object.values(pidsOf(up));
    await reportOf(['down', '--folder', folder]);
    expect(pids.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
    expect(await services(['down', '--folder', folder])).toMatchObject({
      code: 0,
      stderr: 'nothing was running\n',
    });
    const again = await reportOf(['up', '--folder', folder]);
    expect(again.environment).toEqual(up.environment);
    expect(await idOf(again, 'kept')).toBe(id);
    await withAdmin(again, async (admin) => expect(await admin.listTopics()).toContain('kept'));
    up = again;
  }, 180_000);

  test('given a process that has the pid of one of its own by now, when down --wipe, then it lives, and the data are gone', async () => {
    const bystander = spawn('/bin/sleep', ['600'], { stdio: 'ignore' });
    await reportOf(['down', '--folder', folder]);
    const file = join(folder, 'services.json');
    const state: object = JSON.parse(readFileSync(file, 'utf8'));
    const redis = { pid: bystander.pid, started: 'another boot 1', log: '/dev/null' };
    writeFileSync(file, JSON.stringify({ ...state, processes: { redis } }));
    await reportOf(['down', '--wipe', '--folder', folder]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
    expect(readdirSync(folder)).toEqual([]);
  }, 60_000);

  test('given up is killed half way, when down, then nothing of it is left', async () => {
    const other = servicesFolder();
    const kill = new AbortController();
    const halfWay = services(['up', '--folder', other], {}, kill.signal);
    const state = join(other, 'services.json');
    while (!existsSync(state) || !readFileSync(state, 'utf8').includes('"kafka"')) await sleep(20);
    kill.abort();
    await halfWay;
    const pids = [...readFileSync(state, 'utf8').matchAll(/"pid": (\d+)/g)].map(([, pid]) => pid);
    expect(pids.length).toBeGreaterThan(1);
    await reportOf(['down', '--folder', other]);
    expect(pids.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
  }, 120_000);
});

describe('npm run services, without what it needs', () => {
  test('given neither Docker nor Java nor addresses, when up, then it says what to do and starts nothing', async () => {
    const folder = servicesFolder();
    const { code, stdout, stderr } = await services(['up', '--folder', folder], {
      PATH: '/nowhere',
      JAVA_HOME: '',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /no Docker engine answers.*no Java.*Start a Docker engine, or install Java 17 and Maven, or give/s,
    );
    expect(readdirSync(folder)).toEqual(['services.json']);
  });

  test('given an older Java, when up, then it says which is needed', async () => {
    const home = testFolder();
    mkdirSync(join(home, 'bin'));
    program(join(home, 'bin/java'), 'echo \'openjdk version "11.0.2" 2019-01-15\' >&2');
    const folder = servicesFolder();
    const { stderr } = await services(['up', '--folder', folder], { PATH: '/nowhere', JAVA_HOME: home });
    expect(stderr).toMatch(/Java 11 is too old: install Java 17 or newer/);
  });
});

/** A `docker` that keeps a list of what it was told, and whose only container is Redis. */
function fakeDocker(): { path: string; calls: () => string[] } {
  const folder = servicesFolder();
  const list = join(folder, 'calls');
  const running = join(folder, 'services.json');
  program(
    join(folder, 'docker'),
    `case "$*" in
      info*) echo 29.0.0; exit ;;
      "compose version") exit ;;
    esac
    shift
    echo "$* with port \${REDIS_PORT:-none}" >>${list}
    case "$*" in
      *" up -d redis")
        [ -e ${running} ] && exit
        redis-server --port $REDIS_PORT --bind 127.0.0.1 --save '' >/dev/null 2>&1 &
        echo "\\"pid\\": $!" >${running} ;;
      *" down") kill $(sed 's/.* //' ${running}) ;;
    esac`,
  );
  return {
    path: `${folder}:${process.env['PATH']}`,
    calls: () =>
      readFileSync(list, 'utf8')
        .trim()
        .replaceAll(/-f \S*\//g, '-f ')
        .split('\n'),
  };
}

function program(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

async function withAdmin(
  report: Report,
  work: (admin: ReturnType<Kafka['admin']>) => Promise<unknown>,
): Promise<void> {
  const brokers = (report.environment['KAFKA_BROKERS'] ?? '').split(',');
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.disconnect();
  }
}

async function registerAt(report: Report, subject: string): Promise<void> {
  const schema = JSON.stringify({ type: 'record', name: subject, fields: [{ name: 'at', type: 'string' }] });
  const answer = await fetch(`${report.environment['SCHEMA_REGISTRY_URL']}/subjects/${subject}/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schema }),
  });
  expect(answer.status).toBe(200);
}

async function idOf(report: Report, subject: string): Promise<number> {
  const answer = await fetch(
    `${report.environment['SCHEMA_REGISTRY_URL']}/subjects/${subject}/versions/latest`,
  );
  const { id }: { id: number } = JSON.parse(await answer.text());
  expect(id).toEqual(expect.any(Number));
  return id;
}
