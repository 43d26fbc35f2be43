import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderObjectStore } from '../../src/adapters/objectstore/folder.js';
import { testFolder } from '../support/folder.js';
import { objectStoreContract } from './contract.js';

objectStoreContract('a folder', async () => {
  const folder = testFolder();
  return {
    store: folderObjectStore(folder),
    withoutBucket: folderObjectStore(join(folder, 'gone')),
    put: async (key) => {
      mkdirSync(dirname(join(folder, key)), { recursive: true });
      writeFileSync(join(folder, key), 'x');
    },
    close: async () => {},
  };
});
