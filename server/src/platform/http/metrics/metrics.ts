import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { unauthorized } from '../../../kernel/problem.ts';
import type { Config } from '../../config.ts';
import { access, type App } from '../route/app.ts';
import { isSameSecret } from '../../crypto/same-secret.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics of one application, for Prometheus. */
export interface Metrics {
  readonly mediaType: string;
  text(): Promise<string>;
  /** Adds a metric that is read for each request of `/metrics`, and absent where it cannot be read. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

/**
 * Collects process metrics, and request times by route and status. `/metrics` serves them to callers with the
 * configured token; without a token the route does not exist, and they are only on their own listening address (see
 * `serveMetrics`). The address of a caller proves nothing, because a proxy on this machine has a local address, too.
 */
export function registerMetrics(app: App, { metricsToken }: Pick<Config, 'metricsToken'>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const times = new Histogram({
    name: 'latchkey_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, never the path of a request: one series per route.
    const route = request.routeConfig.url ?? 'unknown';
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  const metrics: Metrics = {
    mediaType: registry.contentType,
    text: () => registry.metrics(),
    gauge: (name, help, read) => addGauge(registry, { name, help }, read),
  };
  app.decorate('metrics', metrics);
  if (metricsToken === undefined) return;
  app.get(
    '/metrics',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      if (!showsToken(request.headers.authorization, metricsToken)) {
        throw unauthorized({
          detail: 'The metrics need the token of LATCHKEY_METRICS_TOKEN, as a bearer token.',
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      return reply.type(metrics.mediaType).send(await metrics.text());
    },
  );
}

function addGauge(
  registry: Registry,
  { name, help }: { readonly name: string; readonly help: string },
  read: () => Promise<number>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        gauge.set(await read());
      } catch {
        // The other metrics are useful without it.
        gauge.remove();
      }
    },
  });
}

/** Whether an `Authorization` header contains the token; takes the same time for any content. */
export function showsToken(authorization: string | undefined, token: string): boolean {
  const bearer = /^Bearer +([^ ].*)$/i.exec(authorization ?? '')?.[1] ?? '';
  return isSameSecret(bearer, token);
}
