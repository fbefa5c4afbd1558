import { isIPv4 } from 'node:net';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { notFound } from '../../kernel/problem.ts';
import { access } from './access.ts';
import type { App } from './app.ts';

/**
 * Serves `/metrics` for Prometheus: process figures, and request times by route and status.
 *
 * Only callers on this machine see it: a proxy adds `X-Forwarded-For`, so what comes from outside is told 404.
 */
export function registerMetrics(app: App): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'latchkey_http_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.get(
    '/metrics',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      const isForwarded =
        request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
      if (isForwarded || !isLoopback(request.socket.remoteAddress)) throw notFound();
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}

function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}
