import type { RouteOptions } from 'fastify';
import { access, type App } from '../route/app.ts';
import { onceLoaded, sendCompressed } from '../content/compressed-body.ts';
import { collectComponents, type Components } from './components.ts';
import type { Examples } from './examples.ts';
import { operationOf } from './operation.ts';
import type { Json } from '../../../kernel/json.ts';

const SECURITY_SCHEMES = {
  customerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a customer.',
  },
  vendorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Api-Key',
    description:
      'A key of the vendor, made with `latchkey api-key create`. In its place, the dashboard sends the session of an ' +
      'operator whose role includes the scope.',
  },
  operatorCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-latchkey-operator',
    description:
      'The session of an operator, which works only in the pages of the dashboard: they send the header `Latchkey-Dashboard`, too.',
  },
  licenseToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'The word `LicenseToken`, a space, and a license token, which proves that the caller owns the product.',
  },
};

const METHODS = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);

/** What the document says that the routes do not. */
export interface ApiReference {
  readonly description: string;
  /** The sections of the API: their descriptions by name, in order. */
  readonly tags: Readonly<Record<string, string>>;
  readonly examples: Examples;
}

/**
 * The OpenAPI 3.1 document of an application: the content of `/openapi.json` and of the file in the repository. It is
 * generated from the routes; parts shared by several operations are defined once under `components`.
 */
export function openapiDocument(app: App, { description, tags, examples }: ApiReference): Json {
  const components = collectComponents(examples);
  const paths = pathsOf(app.routeTable, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version: '1',
      description,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The host that serves this document: each account has its own.' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: { ...components.all(), securitySchemes: SECURITY_SCHEMES },
  };
}

/** The published operations by path and method, in the order in which their routes were registered. */
function pathsOf(routes: readonly RouteOptions[], components: Components): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, route } of publishedRoutes(routes))
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(route, components);
  return paths;
}

/** The routes in the document, once per method, with their paths in OpenAPI's notation. */
export function publishedRoutes(
  routes: readonly RouteOptions[],
): { readonly path: string; readonly method: string; readonly route: RouteOptions }[] {
  return routes
    .filter(({ schema }) => schema !== undefined && schema.hide !== true)
    .flatMap((route) =>
      [route.method]
        .flat()
        .filter((method) => METHODS.has(method))
        .map((method) => ({ path: route.url.replaceAll(/:(\w+)/g, '{$1}'), method, route })),
    );
}

/**
 * Serves the document at `/openapi.json`: generated and compressed with the first request, and the same bytes for
 * everybody. Pages of any origin may read it, because it contains no data of an account.
 */
export function serveOpenapi(app: App, reference: ApiReference): void {
  const body = onceLoaded(async () => JSON.stringify(openapiDocument(app, reference)));
  app.get(
    '/openapi.json',
    { config: { access: access.public(), isOffAccount: true }, schema: { hide: true } },
    async (request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' });
      return sendCompressed(request, reply, await body(), 'application/json; charset=utf-8');
    },
  );
}
