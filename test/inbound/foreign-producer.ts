import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { artifactFolder } from '../../src/cli/services/artifacts.js';
import { cacheFolder } from '../../src/cli/services/settings.js';
import { findTools } from '../../src/cli/services/tools.js';
import { packageRoot } from '../../src/package-root.js';

/** A record to be sent; the partition is the producer's choice. */
export interface ForeignRecord {
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer | null>>;
}

export type Compression = 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd';

/** Sends records with Kafka's own Java client; resolves when the brokers have all of them. */
export async function sendFromJava(
  brokers: readonly string[],
  topic: string,
  compression: Compression,
  records: readonly ForeignRecord[],
): Promise<void> {
  const tools = findTools(process.env);
  const java = await tools.java();
  if ('missing' in java) throw new Error(java.missing);
  const [program = 'java', ...flags] = java.command;
  const jars = await artifactFolder('kafka', {
    cache: cacheFolder(process.env),
    maven: tools.maven,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const source = join(packageRoot, 'test/inbound/ForeignProducer.java');
  const args = [...flags, '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*'), source];
  const child = spawn(program, [...args, brokers.join(), topic, compression], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  child.stdin.on('error', () => {});
  child.stdin.end(records.map(lineOf).join(''));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the Java producer ended with ${code}:\n${said.join('')}`);
}

function lineOf({ key, value, headers }: ForeignRecord): string {
  const text = (bytes: Buffer | null) => bytes?.toString('base64') ?? '-';
  const parts = [text(key === null ? null : Buffer.from(key)), text(value)];
  for (const [name, header] of Object.entries(headers)) parts.push(`${name}=${text(header)}`);
  return `${parts.join(' ')}\n`;
}
