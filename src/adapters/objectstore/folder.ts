import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ObjectStore } from '../../importer/index.js';
import { objectKey } from './key.js';

/** What the file system says where there is nothing of this name, or where there can be nothing. */
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

/**
 * A local folder as a bucket: the object at `<root location><path>` is the file of that name below `bucketFolder`.
 * Neither `..` nor a symbolic link leads outside the root location.
 */
export function folderObjectStore(bucketFolder: string): ObjectStore {
  return {
    exists: (rootLocation, path, signal) =>
      unlessAborted(() => isFile(bucketFolder, rootLocation, path), signal),
  };
}

async function isFile(bucketFolder: string, rootLocation: string, path: string): Promise<boolean> {
  // A bucket that is gone is an unplugged disk, not a missing document.
  const bucket = await realpath(bucketFolder);
  if (objectKey(rootLocation, path) === undefined) return false;
  const root = await within(bucket, join(bucket, rootLocation));
  const file = root && (await within(root, join(root, path)));
  return file !== undefined && (await stat(file)).isFile();
}

/** The real path of `candidate`, where there is something and it lies in `folder` or is it. */
async function within(folder: string, candidate: string): Promise<string | undefined> {
  if (!contains(folder, candidate)) return undefined;
  try {
    const real = await realpath(candidate);
    return contains(folder, real) ? real : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOTHING_THERE.has(String(error.code))) return undefined;
    throw error;
  }
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A file system of another machine can keep silent for ever; the question is then left alone, not the asker. */
async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
