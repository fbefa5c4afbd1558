import { access } from '../server/access.ts';
import type { App } from '../server/app.ts';
import { onceLoaded, sendCompressed } from '../answers/compressed-body.ts';
import { openapiDocument } from './document.ts';

/**
 * Serves the document at `/openapi.json`: generated and compressed with the first request, and the same bytes for
 * everybody. Pages of any origin may read it, because it contains no data of an account.
 */
export function serveOpenapi(app: App): void {
  const body = onceLoaded(async () => JSON.stringify(openapiDocument(app)));
  app.get(
    '/openapi.json',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' });
      return sendCompressed(request, reply, await body(), 'application/json; charset=utf-8');
    },
  );
}
