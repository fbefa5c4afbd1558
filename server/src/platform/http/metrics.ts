import { collectDefaultMetrics, Registry } from 'prom-client';
import { notFound } from '../../kernel/problem.ts';
import { access } from './access.ts';
import type { App } from './app.ts';
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
import { createRouteTimes } from './route-times.ts';

/**
 * Serves `/metrics` for Prometheus: process figures, and request times by route and status.
 *
 * Only callers on this machine see it, under one of its own names: a proxy adds `X-Forwarded-For` or asks for the name of
 * the shop, and a website that leads a browser here has a name of its own. They are told 404.
 */
export function registerMetrics(app: App): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const times = createRouteTimes();
  app.addHook('onResponse', (request, reply, done) => {
    times.observe({
      method: request.method,
      route: request.routeConfig.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
  app.get(
    '/metrics',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      const isForwarded =
        request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
      const isLocal = isLoopbackAddress(request.socket.remoteAddress) && isLoopbackHost(request.host);
      if (isForwarded || !isLocal) throw notFound();
      return reply.type(registry.contentType).send(`${await registry.metrics()}\n${times.text()}`);
    },
  );
}
