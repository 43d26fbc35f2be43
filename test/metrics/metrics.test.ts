import { describe, expect, it } from 'vitest';
import { createMetrics, type MetricFamily } from '../../src/adapters/prometheus/metrics.js';
import { parseExposition, seriesValue } from './exposition.js';

const depth = (value: number, label = 'a'): MetricFamily => ({
  name: 'headrace_depth',
  help: 'How deep.',
  kind: 'gauge',
  samples: [{ labels: { label }, value }],
});

function metricsOf(read: () => Promise<readonly MetricFamily[]>, cacheMs = 0) {
  const faults: string[] = [];
  const metrics = createMetrics({
    sources: { database: read, other: async () => [{ ...depth(1), name: 'headrace_other' }] },
    cacheMs,
    onFault: (source) => faults.push(source),
  });
  return { metrics, faults, scrape: async () => parseExposition(await metrics.text()) };
}

describe('metrics', () => {
  it('given requests, then each is in the histogram of its route and status, once', async () => {
    const { metrics, scrape } = metricsOf(async () => []);
    const request = { method: 'GET', route: '/things/:name', status: 200, durationSeconds: 0.03 };
    metrics.answered(request);
    metrics.answered({ ...request, durationSeconds: 3 });
    metrics.answered({ ...request, status: 404 });
    const samples = await scrape();
    const name = 'http_request_duration_seconds';
    const labels = { method: 'GET', route: '/things/:name', status: '200' };
    expect(seriesValue(samples, `${name}_bucket`, { ...labels, le: '0.025' })).toBe(0);
    expect(seriesValue(samples, `${name}_bucket`, { ...labels, le: '0.05' })).toBe(1);
    expect(seriesValue(samples, `${name}_bucket`, { ...labels, le: '+Inf' })).toBe(2);
    expect(seriesValue(samples, `${name}_count`, { ...labels, status: '404' })).toBe(1);
    expect(seriesValue(samples, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('given a source, then it is shown as it stands, and labels of any text are escaped', async () => {
    let value = 1;
    const { scrape } = metricsOf(async () => [depth(value, 'a "quoted"\nback\\slash')]);
    expect(seriesValue(await scrape(), 'headrace_depth')).toBe(1);
    value = 2;
    expect(seriesValue(await scrape(), 'headrace_depth')).toBe(2);
  });

  it('given a source that tells of something no more, then neither do the metrics', async () => {
    let families = [depth(1, 'a')];
    const { scrape } = metricsOf(async () => families);
    await scrape();
    families = [depth(1, 'b')];
    const samples = await scrape();
    expect(samples.filter(({ name }) => name === 'headrace_depth').map(({ labels }) => labels)).toEqual([
      { label: 'b' },
    ]);
  });

  it('given a source that fails, then it is told as down, its figures are left out, and all else is there', async () => {
    let down = true;
    const { scrape, faults } = metricsOf(async () => {
      if (down) throw new Error('gone');
      return [depth(1)];
    }, 60_000);
    const samples = await scrape();
    expect(seriesValue(samples, 'headrace_metrics_source_up', { source: 'database' })).toBe(0);
    expect(seriesValue(samples, 'headrace_metrics_source_up', { source: 'other' })).toBe(1);
    expect(seriesValue(samples, 'headrace_depth')).toBeUndefined();
    expect(seriesValue(samples, 'headrace_other')).toBe(1);
    expect(faults).toEqual(['database']);
    down = false;
    expect(seriesValue(await scrape(), 'headrace_depth')).toBe(1);
  });

  it('given many who look at once, then the source is asked once', async () => {
    let asked = 0;
    const { scrape } = metricsOf(async () => [depth(++asked)], 60_000);
    const looks = await Promise.all(Array.from({ length: 20 }, scrape));
    expect(looks.map((samples) => seriesValue(samples, 'headrace_depth'))).toEqual(looks.map(() => 1));
  });
});

describe('the parser of these tests', () => {
  it.each([
    ['a_total 1\n', /outside its family/],
    ['# TYPE a counter\na 1\n', /no counter/],
    ['# TYPE a_total counter\na_total -1\n', /no counter/],
    ['# TYPE a gauge\na 1\na 2\n', /told twice/],
    ['# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\na{x="1"} 1\n', /outside its family/],
    ['# TYPE a gauge\na{x="un"quoted"} 1\n', /no sample/],
    ['# TYPE a gauge\na one\n', /no sample/],
    ['# TYPE a gauge\na 1', /does not end/],
  ])('refuses %j', (text, fault) => {
    expect(() => parseExposition(text)).toThrow(fault);
  });
});
