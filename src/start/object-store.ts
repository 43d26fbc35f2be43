import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderObjectStore } from '../adapters/objectstore/folder.js';
import { s3ObjectStore } from '../adapters/objectstore/s3.js';
import type { Config } from '../config.js';
import type { ObjectStore } from '../importer/index.js';

/** Where customers' documents lie: the bucket that is configured, or a folder. */
export async function openObjectStore({ s3, dataFolder }: Config): Promise<ObjectStore> {
  if (s3) return s3ObjectStore(s3);
  const folder = join(dataFolder, 'objects');
  mkdirSync(folder, { recursive: true });
  return folderObjectStore(folder);
}
