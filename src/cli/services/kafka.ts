import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from './process.js';

export interface KafkaSpec {
  readonly java: readonly string[];
  /** Folder with the jars. */
  readonly jars: string;
  /** Folder of this broker: its data and its settings. */
  readonly folder: string;
  /** Where it listens, and the port it tells clients to come to: that of a proxy, where one stands before it. */
  readonly listeners: readonly { readonly port: number; readonly advertisedPort: number }[];
  readonly controllerPort: number;
}

/** Small and quick to start: one broker of this kind serves one machine. */
const JVM = ['-Xms64m', '-Xmx384m', '-XX:+UseSerialGC', '-Djava.awt.headless=true', '-Dlog4j2.level=WARN'];

const SETTINGS = {
  'process.roles': 'broker,controller',
  'node.id': '1',
  'controller.listener.names': 'CONTROLLER',
  'inter.broker.listener.name': 'CLIENTS0',
  // Topics are made on purpose, with a number of partitions that somebody chose.
  'auto.create.topics.enable': 'false',
  'default.replication.factor': '1',
  'min.insync.replicas': '1',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'transaction.state.log.num.partitions': '2',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'share.coordinator.state.topic.num.partitions': '2',
  'group.initial.rebalance.delay.ms': '0',
  // A broker that was killed may come back after 2 s, not 9: nobody else could have taken its place.
  'broker.session.timeout.ms': '2000',
  'broker.heartbeat.interval.ms': '400',
  // 128 MB by default, a third of this heap.
  'log.cleaner.dedupe.buffer.size': '16777216',
};

/** Writes the settings and, the first time, formats the data folder. @returns what to run. */
export async function prepareKafka(spec: KafkaSpec): Promise<Program> {
  const data = join(spec.folder, 'data');
  const settings = join(spec.folder, 'server.properties');
  mkdirSync(spec.folder, { recursive: true });
  writeFileSync(settings, properties(spec, data));
  const [command = 'java', ...first] = spec.java;
  const jvm = [...first, ...JVM, '-cp', join(spec.jars, '*')];
  if (!existsSync(join(data, 'meta.properties'))) {
    // Left by a format that was interrupted.
    rmSync(data, { recursive: true, force: true });
    const id = randomBytes(16).toString('base64url').replace(/^-/, 'A');
    const format = [
      '-XX:TieredStopAtLevel=1',
      ...jvm,
      'kafka.tools.StorageTool',
      'format',
      '-t',
      id,
      '-c',
      settings,
    ];
    await promisify(execFile)(command, format);
  }
  return { command, args: [...jvm, 'kafka.Kafka', settings] };
}

function properties(spec: KafkaSpec, data: string): string {
  const { listeners, controllerPort } = spec;
  const names = listeners.map((_, i) => `CLIENTS${i}`);
  const at = (name: string, port: number) => `${name}://127.0.0.1:${port}`;
  const all = {
    ...SETTINGS,
    listeners: [
      ...listeners.map(({ port }, i) => at(`CLIENTS${i}`, port)),
      at('CONTROLLER', controllerPort),
    ].join(),
    'advertised.listeners': listeners
      .map(({ advertisedPort }, i) => at(`CLIENTS${i}`, advertisedPort))
      .join(),
    'listener.security.protocol.map': [...names, 'CONTROLLER'].map((name) => `${name}:PLAINTEXT`).join(),
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'log.dirs': data,
  };
  // A backslash begins an escape in a properties file.
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');
}
