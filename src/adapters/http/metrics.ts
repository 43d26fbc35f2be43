import type { FastifyInstance } from 'fastify';

/** What counts requests, and tells all figures of this process. */
export interface HttpMetrics {
  readonly contentType: string;
  text(): Promise<string>;
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly durationSeconds: number;
  }): void;
}

/** Counts every request by its route, and answers `GET /metrics`. */
export function metricsRoute(server: FastifyInstance, metrics: HttpMetrics): void {
  // It calls back: a promise for each request would cost more than counting it.
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url;
    metrics.answered({
      // What meets no route could be anything: of that, one series.
      method: route === undefined ? 'unknown' : method,
      route: route ?? 'unknown',
      status: reply.statusCode,
      durationSeconds: reply.elapsedTime / 1_000,
    });
    done();
  });
  server.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType).header('cache-control', 'no-store');
    return metrics.text();
  });
}
