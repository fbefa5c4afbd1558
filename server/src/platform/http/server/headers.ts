// Not @fastify/helmet: it assembles its headers for each request, while ours are five constants for the API and five
// for pages; the sites that may frame the checkout depend on the account.

import type { Config } from '../../config.ts';
import { PAGE_HEADERS } from '../pages/page-policy.ts';
import type { App } from '../route/app.ts';

/** The browser policy of API responses: they may do nothing. Pages set their own policy. */
export const API_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const YEAR_SECONDS = 31_536_000;

/**
 * Sets security headers on every response, and `Cache-Control: no-store`, because most responses belong to one person:
 * a route whose responses may be cached overrides it.
 */
export function registerHeaders(app: App, config: Config): void {
  const transport: Record<string, string> = config.publicUrl.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }
    : {};
  const api = { ...API_HEADERS, ...transport };
  const page = { ...PAGE_HEADERS, ...transport };
  // It runs for every request, so it uses no promise, which would cost more than its work.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeConfig.isPage === true ? page : api);
    done();
  });
}
