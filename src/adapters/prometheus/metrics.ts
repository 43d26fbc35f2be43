import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One metric as it stands: its name by the conventions of Prometheus, and a value for each set of labels. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

export interface MetricsOptions {
  /** By name: figures that are asked for when somebody looks. A rejection is told as that source being down. */
  readonly sources: Readonly<Record<string, () => Promise<readonly MetricFamily[]>>>;
  /** How old the figures of a source may be: so that many who look cost what one does. */
  readonly cacheMs: number;
  readonly onFault: (source: string, error: unknown) => void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route, never the path: paths hold names of customers. */
  readonly route: string;
  readonly status: number;
  readonly durationSeconds: number;
}

export interface Metrics {
  readonly contentType: string;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  answered(request: AnsweredRequest): void;
}

// From a read by key to a long wait for a token.
const DURATION_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// Of a moment in which nothing was measured; the library spells it as the format does not.
const NO_NUMBER = /^\S+(?:\{.*\})? Nan\n/gm;

/** Figures of this process, of the requests it answered, and of the sources. */
export function createMetrics({ sources, cacheMs, onFault }: MetricsOptions): Metrics {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_SECONDS,
    registers: [own],
  });
  const up = new Gauge({
    name: 'headrace_metrics_source_up',
    help: '1 where the source could be asked for its figures; else they are left out.',
    labelNames: ['source'],
    registers: [own],
  });
  const reading = Object.entries(sources).map(([source, read]) => {
    const recent = withinAge(() => readSource(read), cacheMs);
    return async (): Promise<Registry> => {
      try {
        const registry = await recent();
        up.set({ source }, 1);
        return registry;
      } catch (error) {
        onFault(source, error);
        up.set({ source }, 0);
        return new Registry();
      }
    };
  });
  return {
    contentType: own.contentType,
    async text() {
      const read = await Promise.all(reading.map((ask) => ask()));
      const text = await Registry.merge([own, ...read]).metrics();
      return text.replaceAll(NO_NUMBER, '');
    },
    answered({ method, route, status, durationSeconds }) {
      durations.observe({ method, route, status }, durationSeconds);
    },
  };
}

/** A registry of its own each time: what a source no longer tells of is no longer shown. */
async function readSource(read: () => Promise<readonly MetricFamily[]>): Promise<Registry> {
  const registry = new Registry();
  for (const { name, help, kind, samples } of await read()) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const about = { name, help, labelNames, registers: [registry] };
    if (kind === 'counter') {
      const counter = new Counter(about);
      for (const { labels, value } of samples) counter.inc(labels, value);
    } else {
      const gauge = new Gauge(about);
      for (const { labels, value } of samples) gauge.set(labels, value);
    }
  }
  return registry;
}

/** Those who ask at once share an answer, and so do those who ask soon after. A failure is kept for nobody. */
function withinAge<T>(read: () => Promise<T>, ageMs: number): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < ageMs) return kept.value;
    const value = read();
    const made = { at: performance.now(), value };
    kept = made;
    value.catch(() => {
      if (kept === made) kept = undefined;
    });
    return value;
  };
}
