// Not @fastify/helmet: it assembles its headers for each request, while ours are five constants for the API and five
// for pages; the sites that may frame the checkout depend on the account.

import type { Config } from '../../config.ts';
import type { App } from '../server/app.ts';

/** The browser policy of API responses: they may do nothing. Pages set their own policy. */
export const API_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** The browser policy of pages: run and show what this host serves. */
export const PAGE_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-security-policy': pagePolicy({ framedBy: [] }),
};

/** Hosts of other parties that a page needs. */
export interface ForeignSources {
  readonly scripts: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

export interface PagePolicy {
  /** The origins that may show the page in a frame. */
  readonly framedBy: readonly string[];
  /** Absent: the page runs, displays and calls nothing from other hosts except images. */
  readonly foreign?: ForeignSources | undefined;
}

/** The Content-Security-Policy of a page. */
export function pagePolicy({ framedBy, foreign }: PagePolicy): string {
  const ancestors = framedBy.length === 0 ? "'none'" : framedBy.join(' ');
  // A payment provider's code may add its own style elements to the page; our code has none.
  const styles = foreign === undefined ? "'self'" : "'self' 'unsafe-inline'";
  const own = (sources: readonly string[] = []) => ["'self'", ...sources].join(' ');
  return (
    `default-src 'self'; script-src ${own(foreign?.scripts)}; style-src ${styles}; ` +
    "img-src 'self' data: https:; " +
    (foreign === undefined ? '' : `frame-src ${foreign.frames.join(' ')}; `) +
    `connect-src ${own(foreign?.connections)}; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors}; object-src 'none'`
  );
}

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
