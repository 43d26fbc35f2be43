import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settings } from '../../src/config.js';
import { configurationPage } from '../../src/config-reference.js';
import { packageRoot } from '../../src/package-root.js';

describe('docs/configuration.md', () => {
  test('is what the code says; if not: npm run generate', () => {
    expect(readFileSync(join(packageRoot, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
  });

  test('has a row for each setting, with what it means, and names no folder of this machine', () => {
    const page = configurationPage();
    for (const name of Object.keys(settings.properties)) {
      expect(page).toMatch(
        new RegExp(
          `^\\| \`${name}\`<br>\`--[a-z0-9-]+\` \\| [^|]{20,} \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$`,
          'm',
        ),
      );
    }
    expect(page).not.toContain(packageRoot);
  });
});
