import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileSpools } from '../../../src/adapters/spool/index.js';
import { testFolder } from '../../support/folder.js';

const MEGABYTE = 1024 * 1024;

describe('given a spool of results', () => {
  test('when much more is appended than memory takes, and read at last, then all of it comes, in order', async () => {
    const folder = testFolder();
    const spool = fileSpools(folder)();
    const lines = Array.from({ length: 200 }, (_, i) => `${i}:${'x'.repeat(10_000)}\n`);
    for (const line of lines) await spool.append(line);
    spool.end('last\n');
    expect(await text(spool.output)).toBe(`${lines.join('')}last\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('when it is read while it is filled, in any rhythm, then all of it comes, in order', async () => {
    const open = fileSpools(testFolder());
    const step = fc.record({
      bytes: fc.integer({ min: 1, max: 200_000 }),
      reads: fc.integer({ min: 0, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const spool = open();
        const reader = spool.output[Symbol.asyncIterator]();
        let sent = '';
        let read = '';
        let kept = 0;
        for (const [i, { bytes, reads }] of steps.entries()) {
          const piece = String.fromCharCode(97 + (i % 26)).repeat(bytes);
          await spool.append(piece);
          sent += piece;
          for (let n = 0; n < reads && kept < sent.length; n++) {
            const next = await reader.next();
            read += String(next.value);
            kept = read.length;
          }
        }
        spool.end();
        for (let next = await reader.next(); !next.done; next = await reader.next())
          read += String(next.value);
        expect(read === sent).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('when its share of the disk is full, then appending fails, and what was kept and the last text still come', async () => {
    const open = fileSpools(testFolder(), MEGABYTE);
    const spool = open();
    const piece = 'x'.repeat(100_000);
    let kept = 0;
    await expect(
      (async () => {
        for (; kept < 100; kept++) await spool.append(piece);
      })(),
    ).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { message: expect.stringContaining('fill the 1048576 bytes') },
    });
    spool.end('sorry\n');
    expect(await text(spool.output)).toBe(`${piece.repeat(kept)}sorry\n`);
    // What it took of the share is given back.
    const next = open();
    for (let i = 0; i < kept; i++) await next.append(piece);
    next.discard();
  });

  test('when the folder cannot be written, then appending says so', async () => {
    const folder = join(testFolder(), 'spool');
    const spool = fileSpools(folder)();
    rmSync(folder, { recursive: true });
    await expect(spool.append('x'.repeat(MEGABYTE))).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'ENOENT' },
    });
    spool.end('sorry\n');
    expect(await text(spool.output)).toBe('sorry\n');
  });

  test('when it is discarded, then nothing is kept and whoever appends goes on', async () => {
    const open = fileSpools(testFolder(), MEGABYTE);
    for (let i = 0; i < 5; i++) {
      const spool = open();
      await spool.append('x'.repeat(900_000));
      const appending = spool.append('y'.repeat(1_000));
      spool.discard();
      await appending;
      await spool.append('z'.repeat(2 * MEGABYTE));
      expect(spool.output.destroyed).toBe(true);
    }
  });

  test('when a process before has left files, then they are removed at the start', () => {
    const folder = join(testFolder(), 'spool');
    mkdirSync(folder);
    writeFileSync(join(folder, 'left'), 'behind');
    fileSpools(folder);
    expect(readdirSync(folder)).toEqual([]);
  });
});
