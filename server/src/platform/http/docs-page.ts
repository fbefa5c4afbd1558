import type { App } from './app.ts';
import { access } from './access.ts';

/** The reference page runs scripts of its own and styles itself; it shows no data of an account. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

/** Serves the API reference, made from the OpenAPI document, at `/docs`. */
export async function registerDocsPage(app: App): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: access.public(), isOffAccount: true, isPage: true };
      route.schema = { ...route.schema, hide: true };
    });
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    const { default: reference } = await import('@scalar/fastify-api-reference');
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    });
  });
}
