import type { FastifyRequest, InjectOptions } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { readAs } from '../../platform/schema-check.ts';
import type { System } from '../../platform/system.ts';

const Storefront = Type.Object({
  products: Type.Array(
    Type.Object({
      id: Type.String(),
      defaultVariation: Type.Optional(Type.Object({ id: Type.String() })),
    }),
  ),
});
const Order = Type.Object({ checkoutUrl: Type.String() });
const Activation = Type.Object({ browser: Type.String() });

const config = { access: access.public(), isPage: true };
const schema = { hide: true };

/**
 * The buttons of the start page, for developers: each performs an action of a shop or an application over the API, and
 * leads to the page that a customer would see. They do not exist in production.
 */
export function registerDevTry(app: App, system: System): void {
  if (!system.config.hasDevFeatures) return;
  app.post('/dev/try/checkout', { config, schema }, async (request, reply) => {
    const item = await firstProduct(app, request);
    const variationId = item.defaultVariation?.id;
    const order = await call(app, request, Order, {
      method: 'PATCH',
      url: `/api/customer/orders/${system.ids.guid()}?checkout=true`,
      payload: { items: [{ type: 'Product', productId: item.id, variationId, quantity: 1 }] },
    });
    return reply.redirect(order.checkoutUrl, 303);
  });
  app.post('/dev/try/activation', { config, schema }, async (request, reply) => {
    const { id } = await firstProduct(app, request);
    const { browser } = await call(app, request, Activation, {
      method: 'POST',
      url: `/api/client/activations/${id}/request`,
      payload: { deviceName: 'A computer to try it with', deviceSignature: system.ids.guid() },
    });
    return reply.redirect(browser, 303);
  });
}

async function firstProduct(app: App, request: FastifyRequest) {
  const { products } = await call(app, request, Storefront, {
    method: 'GET',
    url: '/api/customer/storefront',
  });
  const first = products.find(({ defaultVariation }) => defaultVariation !== undefined);
  if (first === undefined) throw notFound({ detail: 'Nothing is for sale yet.' });
  return first;
}

/** The API's response to a client on the same host. */
async function call<Schema extends TSchema>(
  app: App,
  { headers: { host = '' } }: FastifyRequest,
  answer: Schema,
  options: InjectOptions,
): Promise<Static<Schema>> {
  const response = await app.inject({ ...options, headers: { host } });
  const result = readAs(answer, response.json());
  if (result === undefined)
    throw new TypeError(`the response to ${String(options.method)} does not fit its schema`);
  return result;
}
