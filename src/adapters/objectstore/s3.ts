import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../importer/index.js';
import { objectKey } from './key.js';

export interface S3Options {
  readonly bucket: string;
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: what the machine is given, by its role, profile or environment. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Longest time one question may take, in milliseconds. Default 5,000: an object store answers in a tenth of that. */
  readonly timeoutMs?: number;
}

/** Also the SDK's default: a fault that lasts longer is the caller's to wait for. */
const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * A bucket of an S3-compatible object store: the object at `<root location><path>` is the one of that key. Its library
 * is large, so it is loaded only where this is called.
 */
export async function s3ObjectStore({ timeoutMs = 5_000, ...options }: S3Options): Promise<ObjectStore> {
  const { S3Client, HeadBucketCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region, credentials } = options;
  const client: S3Client = new S3Client({
    region,
    // Others than Amazon seldom have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });

  /** Whether what is asked for is there. Rejects where that cannot be found out. */
  async function isThere(ask: () => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
    try {
      await ask();
      return true;
    } catch (cause) {
      signal.throwIfAborted();
      const status = statusOf(cause);
      if (status === 404) return false;
      throw new Error(explain(bucket, status), { cause });
    }
  }

  return {
    async exists(rootLocation, path, signal) {
      signal.throwIfAborted();
      const key = objectKey(rootLocation, path);
      if (key === undefined) return false;
      const to = { abortSignal: signal };
      if (await isThere(() => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), to), signal)) {
        return true;
      }
      // A bucket that is gone says the same of every object; that is a fault, and no missing document.
      if (await isThere(() => client.send(new HeadBucketCommand({ Bucket: bucket }), to), signal))
        return false;
      throw new Error(`there is no bucket ${bucket}`);
    },
  };
}

function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const found = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata;
  return found && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

function explain(bucket: string, status: number | undefined): string {
  if (status === 401 || status === 403) {
    // Without the right to list, a missing object is denied too: it cannot be told from a present one.
    return `the object store denies access to bucket ${bucket}: s3:GetObject and s3:ListBucket are needed`;
  }
  return status === undefined
    ? `the object store of bucket ${bucket} did not answer`
    : `the object store of bucket ${bucket} answered ${status}`;
}
