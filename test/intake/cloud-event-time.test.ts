import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTime } from '../../src/intake/cloud-events/time.js';

const SEED = Number(process.env['HEADRACE_SEED'] ?? 4);

it(`given any time with any offset, then it is the same instant in UTC (seed ${SEED})`, () => {
  const instants = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, fc.integer({ min: -23 * 60, max: 23 * 60 }), (instant, offsetMinutes) => {
      const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
      const zone = `${offsetMinutes < 0 ? '-' : '+'}${`${hours}`.padStart(2, '0')}:${`${minutes}`.padStart(2, '0')}`;
      expect(readTime(local + zone)).toBe(instant.toISOString());
    }),
    { seed: SEED },
  );
});

it.each([
  ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
  ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01T10:00:00-00:00', '2026-03-01T10:00:00.000Z'],
])('given %s, then it is %s', (text, utc) => {
  expect(readTime(text)).toBe(utc);
});

it.each([
  '2026-02-29T10:00:00Z',
  '2026-03-01 10:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:00:60Z',
  '2026-03-01T10:00Z',
  '2026-03-01',
  '0000-06-01T10:00:00Z',
  '9999-12-31T23:00:00-05:00',
  '+12026-03-01T10:00:00Z',
  'yesterday',
  '',
])('given %s, then it is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});
