import { fastify, type FastifyInstance } from 'fastify';
import { access } from './access.ts';
import type { App } from './app.ts';

/** The reference page runs scripts of its own and styles itself; it shows no data of an account. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

/** The page and its program are large and change with a new version alone. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * Serves the API reference, made from the OpenAPI document, at `/docs`; the bare address of a server leads there. The page is a large program: it is loaded
 * when somebody first asks for it, so that it costs neither time at the start nor memory where nobody reads it.
 */
export async function registerDocsPage(app: App): Promise<void> {
  app.route({
    method: 'GET',
    url: '/',
    config: { access: access.public(), isOffAccount: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.redirect('/docs/'),
  });
  let reference: Promise<FastifyInstance> | undefined;
  app.addHook('onClose', async () => (await reference)?.close());
  for (const url of ['/docs', '/docs/*']) {
    app.route({
      method: 'GET',
      url,
      config: { access: access.public(), isOffAccount: true, isPage: true },
      schema: { hide: true },
      handler: async (request, reply) => {
        reference ??= loadReference();
        const answer = await (await reference).inject({ method: 'GET', url: request.url });
        const { location, 'content-type': contentType = 'text/plain' } = answer.headers;
        if (location !== undefined) return reply.redirect(location, answer.statusCode);
        if (answer.statusCode !== 200) return reply.callNotFound();
        return reply
          .headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': CACHE_CONTROL })
          .type(contentType)
          .send(answer.rawPayload);
      },
    });
  }
}

/** The reference as an application of its own: plugins cannot join one that serves already. */
async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const inner = fastify();
  await inner.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      favicon: 'data:,',
    },
  });
  await inner.ready();
  return inner;
}
