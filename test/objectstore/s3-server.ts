import { createRequire } from 'node:module';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Options, s3ObjectStore } from '../../src/adapters/objectstore/s3.js';
import type { ObjectStore } from '../../src/importer/index.js';
import { until } from '../access/redis.js';
import { Guard, type GuardedProgram } from '../support/guard.js';
import { freePort } from '../support/service.js';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3-compatible server with the bucket `documents`, a process of its own. */
export class S3Server {
  readonly endpoint: string;
  readonly program: GuardedProgram;
  readonly #guard: Guard;
  readonly #client: S3Client;

  private constructor(port: number, guard: Guard, program: GuardedProgram) {
    this.endpoint = `http://127.0.0.1:${port}`;
    this.#guard = guard;
    this.program = program;
    this.#client = new S3Client({
      region: 'us-east-1',
      endpoint: this.endpoint,
      forcePathStyle: true,
      credentials,
      // It is older than the checksums that the SDK adds by itself.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  static async start(): Promise<S3Server> {
    const [guard, port] = [new Guard(), await freePort()];
    const script = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
    const where = ['--address', '127.0.0.1', '--port', String(port), '--directory', guard.folder];
    const args = [script, ...where, '--silent', '--configure-bucket', 'documents'];
    const program = guard.start('s3', { command: process.execPath, args, env: {} });
    const server = new S3Server(port, guard, program);
    await until(
      () =>
        fetch(server.endpoint).then(
          () => true,
          () => false,
        ),
      program,
    );
    return server;
  }

  store(options: Partial<S3Options> = {}): Promise<ObjectStore> {
    const { endpoint } = this;
    return s3ObjectStore({ bucket: 'documents', endpoint, region: 'us-east-1', credentials, ...options });
  }

  async put(key: string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: 'documents', Key: key, Body: 'x' }));
  }

  async stop(): Promise<void> {
    this.#client.destroy();
    await this.#guard.stop();
  }
}
