import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDocumentPath, isRootLocation } from '../../src/intake/formats/document-path.js';

describe('given paths of documents', () => {
  test.each([
    '/contract.pdf',
    '/2026/01/bill 1234.pdf',
    '/.hidden',
    '/a..b/c.tar.gz',
    '/Straße/合同.pdf',
    '/10:30.pdf',
    '/😀.pdf',
    '/e\u0301.pdf',
  ])('then %j is one', (path) => {
    expect(isDocumentPath(path)).toBe(true);
  });

  test.each([
    ['dots of full width', '/\uff0e\uff0e/a.pdf'],
    ['one dot leaders', '/\u2024\u2024/a.pdf'],
    ['a two dot leader', '/\u2025/a.pdf'],
    ['a slash of full width', '/..\uff0fa.pdf'],
    ['a backslash of full width', '/a\uff3cb.pdf'],
    ['a percent sign of full width', '/\uff052e\uff052e/a.pdf'],
    ['dots with a space behind', '/.. /a.pdf'],
    ['dots with a space of no width behind', '/..\u200b/a.pdf'],
    ['dots with a joiner between', '/.\u200d./a.pdf'],
    ['three dots', '/.../a.pdf'],
    ['a name that ends in a dot', '/a./b.pdf'],
    ['a non-breaking space', '/\u00a0/a.pdf'],
    ['a change of direction', '/\u202efdp.exe'],
    ['a line separator', '/a\u2028b.pdf'],
    ['half a character', '/a\ud800.pdf'],
    ['a new line', '/a\n.pdf'],
    ['what was decoded once', '/%2e%2e%2fa.pdf'],
    ['what was decoded twice', '/%252e%252e/a.pdf'],
    ['no slash in front', 'a//b.pdf'],
    ['a drive', 'C:\\a.pdf'],
    ['a server', '//server/share'],
    ['nothing', ''],
  ])('then %s makes none', (_what, path) => {
    expect(isDocumentPath(path)).toBe(false);
    expect(isRootLocation(path.slice(1))).toBe(false);
  });

  test('then one that is taken stays below its root, whoever reads it', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '\\',
      '%2e',
      '%2F',
      '%5c',
      ' ',
      'a',
      '\uff0e',
      '\uff0f',
      '\u2024',
      '\u0000',
      '\u200b',
      ':',
      '~',
      'é',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (path) => {
        if (!isDocumentPath(path)) return;
        for (const form of [
          path,
          path.normalize('NFC'),
          path.normalize('NFD'),
          path.normalize('NFKC'),
          decodeURIComponent(path),
        ]) {
          expect(posix.join('/bucket/root', form)).toBe(`/bucket/root${form}`);
          expect(win32.join('C:\\bucket\\root', form).startsWith('C:\\bucket\\root\\')).toBe(true);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
