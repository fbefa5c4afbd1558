import type { RouteOptions } from 'fastify';
import { access, type App } from '../route/app.ts';
import { onceLoaded, sendCompressed } from '../content/compressed-body.ts';
import { collectComponents, type Components } from './components.ts';
import { operationOf } from './operation.ts';
import type { Json } from '../../../kernel/json.ts';

const DESCRIPTION = [
  'Sell, license and deliver software.',
  'Shops call the **customer API** (`/api/customer/…`) with the access token of a customer, or with none; applications ' +
    'call the **client API** (`/api/client/…`); tools of the vendor call the **Core API**, everything that asks for an ' +
    '`Api-Key`. The host of a request says which account it is for.',
  'Errors are `application/problem+json`: decide by `status` and `errorType`; `errors` names every issue by field. Each ' +
    'operation lists its codes. Any address may also answer 405 `MethodNotAllowed`, 408 `RequestTimeout`, 431 ' +
    '`HeadersTooLarge`, 500 `InternalError` and, for a demo account in production, 403 `DemoAccountDisabled`.',
].join('\n\n');

const TAGS: Record<string, string> = {
  Identity: 'Sign-up, sign-in, sessions, passwords, and the profile of a customer.',
  Storefront: 'The items of a shop, with the prices for this visitor.',
  Orders: 'Carts, from the first item to the receipt.',
  Documents: 'Receipts, invoices and credit notes.',
  Checkout: 'The routes of the checkout page, with the secret of its address.',
  Hooks: 'Webhooks for payment providers.',
  Vouchers: 'Codes that are redeemed for licenses.',
  Inventory: 'A customer’s products, licenses, devices and files.',
  Communications: 'Newsletters and subscriptions.',
  Insights: 'Error reports from pages.',
  Activations: 'The routes of the activation page, for approving a device.',
  'Client licensing': 'The routes of applications: license tokens, trials, activation in the browser.',
  Products: 'Products and the ways to buy them.',
  Bundles: 'Several products, sold together.',
  Discounts: 'Price reductions with conditions.',
  Offers: 'Price reductions for buying certain items together, or for larger carts.',
  Promotions: 'Discounts that the storefront shows.',
  Customers: 'The customers of the vendor.',
  Licenses: 'Licenses: provisioning, import and revocation.',
  Trials: 'Trials of customers and of devices.',
  Analytics: 'Counts of active devices and trials.',
  'License keys': 'The keys that sign license tokens.',
  'API keys': 'The keys that call the Core API.',
  Settings: 'The settings of the account.',
  Public: 'Public information about the vendor.',
  Operation: 'The health of the server.',
};

const SECURITY_SCHEMES = {
  customer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a customer.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Api-Key',
    description: 'A key of the vendor, made with `latchkey api-key create`.',
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

/**
 * The OpenAPI 3.1 document of an application: the content of `/openapi.json` and of the file in the repository. It is
 * generated from the routes; parts shared by several operations are defined once under `components`.
 */
export function openapiDocument(app: App): Json {
  const components = collectComponents();
  const paths = pathsOf(app.routeTable, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The host that serves this document: each account has its own.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
