import { LRUCache } from 'lru-cache';
import { Type } from '../../kernel/schema.ts';
import { type Account, accountUrl, type Context } from '../../modules/accounts/index.ts';
import {
  type Catalog,
  loadCatalog,
  peekCatalog,
  type Bundle,
  type Product,
} from '../../modules/catalog/index.ts';
import { campaignEffect, type Utm } from '../../modules/pricing/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { cachedBody, sendCached } from '../../platform/http/content/cached-body.ts';
import { type KeptBody, keptBody, sendKept } from '../../platform/http/content/compressed-body.ts';
import { varyBy } from '../../platform/http/content/vary.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { customerIdOf } from '../guards/caller.ts';
import {
  storefrontAnswer,
  StorefrontBody,
  type StorefrontVisit,
  storefrontBundle,
  storefrontProduct,
} from '../wire/storefront.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { BundlePageBody, itemDetails, ProductPageBody } from '../wire/item-details.ts';
import { storefrontUpgrades } from '../wire/upgrade.ts';
import type { BundleAnswer, ProductAnswer } from '../wire/product.ts';
import { findOwnership, productPolicies, upgradesOfCustomer } from '../../modules/licensing/index.ts';
import {
  collectsItself,
  estimateTax,
  loadTaxBasis,
  peekTaxBasis,
  type TaxBasis,
} from '../../modules/taxes/index.ts';
import { hasBillingCycles, sellsSubscriptions } from '../wire/sells-subscriptions.ts';
import { suggestCurrency } from '../wire/suggest-currency.ts';

const NOT_MODIFIED = Type.Null({
  description: 'The response with the tag of If-None-Match is still current.',
});

/**
 * The storefront, and single products and bundles of it with long texts and images (customer API, Storefront; wire
 * contract section 3).
 */
export function registerStorefront(app: App, system: System): void {
  registerWhole(app, system);
  registerProduct(app);
  registerBundle(app);
}

function registerWhole(app: App, system: System): void {
  const storefronts = storefrontCache(system);
  app.route({
    method: 'GET',
    url: '/api/customer/storefront',
    config: { access: access.optionalCustomer(), isShownInViews: true },
    // Most visitors send no parameter and no token: there is nothing to read or check before the cached response is
    // sent.
    onRequest: (request, reply, done) => {
      if (request.url.includes('?') || customerIdOf(request) !== undefined) return done();
      const { context } = request;
      const visitor = peekVisitor(context);
      if (visitor === undefined) return done();
      const body = storefronts.forEveryone(context, visitor);
      if (body instanceof Promise) return body.then((result) => sendStorefront(request, reply, result));
      const response = sendStorefront(request, reply, body);
      return response instanceof Promise ? response : undefined;
    },
    // Its compressed forms are kept.
    compress: false,
    schema: {
      operationId: 'getStorefront',
      summary: 'Everything for sale, with the current prices for the visitor and the campaign',
      description:
        'Without a token, the prices are those for everyone. Responses have an ETag for If-None-Match.',
      tags: ['Storefront'],
      querystring: Type.Object(utmQuery),
      response: {
        200: StorefrontBody,
        304: NOT_MODIFIED,
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, query } = request;
      const visit = { utm: utmOf(query), ...(await visitorOf(context)) };
      const body = await storefronts.get(context, {
        ...visit,
        ...(await ownedBy(context, customerIdOf(request))),
      });
      return sendStorefront(request, reply, body);
    },
  });
}

function registerProduct(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/storefront/products/:productId',
    config: { access: access.optionalCustomer(), isShownInViews: true },
    schema: {
      operationId: 'getStorefrontProduct',
      summary: 'One product of the storefront, with its long description and images',
      description:
        'Its prices are those of the storefront for the same visitor and campaign. A product that is sold in bundles only has none.',
      tags: ['Storefront'],
      params: Type.Object({ productId: Type.String() }),
      querystring: Type.Object(utmQuery),
      response: { 200: ProductPageBody, 304: NOT_MODIFIED, ...problems() },
    },
    handler: async (request, reply) => {
      const { productId: id } = request.params;
      const { stock, visit } = await visitOf(request, utmOf(request.query));
      const item = stock.catalog.product(id);
      return sendItem(request, reply, item, storefrontProduct(request.context, stock, visit, id));
    },
  });
}

function registerBundle(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/storefront/bundles/:bundleId',
    config: { access: access.optionalCustomer(), isShownInViews: true },
    schema: {
      operationId: 'getStorefrontBundle',
      summary: 'One bundle of the storefront, with its long description and images',
      description: 'Its prices are those of the storefront for the same visitor and campaign.',
      tags: ['Storefront'],
      params: Type.Object({ bundleId: Type.String() }),
      querystring: Type.Object(utmQuery),
      response: { 200: BundlePageBody, 304: NOT_MODIFIED, ...problems() },
    },
    handler: async (request, reply) => {
      const { bundleId: id } = request.params;
      const { stock, visit } = await visitOf(request, utmOf(request.query));
      const item = stock.catalog.bundle(id);
      return sendItem(request, reply, item, storefrontBundle(request.context, stock, visit, id));
    },
  });
}

async function visitOf(request: FastifyRequest, utm: Utm) {
  const { context } = request;
  const catalog = await loadCatalog(context);
  const downloads = await loadCurrentDownloads(context);
  const own = await ownedBy(context, customerIdOf(request));
  return { stock: { catalog, downloads }, visit: { utm, ...(await visitorOf(context)), ...own } };
}

async function sendItem(
  request: FastifyRequest,
  reply: FastifyReply,
  item: Product | Bundle | undefined,
  answer: ProductAnswer | BundleAnswer | undefined,
): Promise<FastifyReply> {
  if (item === undefined || answer === undefined) {
    throw notFound({ detail: 'This is not in the shop, or no longer is.' });
  }
  const page = { ...answer, details: await itemDetails(request.context, item) };
  return sendCached(request, revalidated(reply), cachedBody(JSON.stringify(page)), JSON_TYPE);
}

/** The part of the response that depends on the visitor's location, and on what the account can sell. */
type Visitor = Pick<StorefrontVisit, 'suggestedCurrency' | 'taxEstimate' | 'sellsSubscriptions'>;

async function visitorOf(ctx: Context): Promise<Visitor> {
  const [catalog, basis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return { ...visitorWith(ctx, catalog, basis), sellsSubscriptions: await sellsSubscriptions(ctx, catalog) };
}

/** The same, synchronously; `undefined` when something has to be loaded first. */
function peekVisitor(ctx: Context): Visitor | undefined {
  const catalog = peekCatalog(ctx);
  if (catalog === undefined || hasBillingCycles(catalog)) return undefined;
  const without = { sellsSubscriptions: false };
  if (!collectsItself(ctx)) return { ...visitorWith(ctx, catalog, undefined), ...without };
  const basis = peekTaxBasis(ctx);
  return basis && { ...visitorWith(ctx, catalog, basis), ...without };
}

function visitorWith(
  ctx: Context,
  catalog: Catalog,
  basis: TaxBasis | undefined,
): Omit<Visitor, 'sellsSubscriptions'> {
  const suggestedCurrency = suggestCurrency(ctx, catalog);
  const country = basis && ctx.visitorCountry?.();
  if (basis === undefined || country === undefined) return { suggestedCurrency };
  return { suggestedCurrency, taxEstimate: estimateTax(basis, country) };
}

/** A text that is equal for visitors whose location has the same effect, in shops that sell the same. */
function visitorKey({ suggestedCurrency, taxEstimate, sellsSubscriptions: isSold }: Visitor): string {
  const sale = `${suggestedCurrency}${isSold ? '+' : ''}`;
  if (taxEstimate === undefined) return sale;
  const { tax, changesAt } = taxEstimate;
  return `${sale} ${tax?.country} ${tax?.basisPoints} ${tax?.mode} ${tax?.varies} ${changesAt?.getTime()}`;
}

/** The products the customer owns, and the upgrades of their licenses; nothing without a valid token. */
async function ownedBy(
  ctx: Context,
  customerId: string | undefined,
): Promise<Pick<StorefrontVisit, 'ownership' | 'upgrades'>> {
  if (customerId === undefined) return {};
  const catalog = await loadCatalog(ctx);
  const [ownership, offers] = await Promise.all([
    findOwnership(ctx, customerId),
    upgradesOfCustomer(ctx, catalog, customerId),
  ]);
  return { ownership, upgrades: await storefrontUpgrades(ctx, catalog, { customerId, offers }) };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Browsers cache the response and revalidate it each time: a changed price appears immediately. */
function revalidated(reply: FastifyReply): FastifyReply {
  return varyBy(reply.header('cache-control', 'private, no-cache'), 'Authorization');
}

function sendStorefront(
  request: FastifyRequest,
  reply: FastifyReply,
  body: KeptBody,
): FastifyReply | Promise<FastifyReply> {
  return sendKept(request, revalidated(reply), body, JSON_TYPE);
}

interface StorefrontEntry {
  readonly body: KeptBody;
  /** In milliseconds since 1970; infinite when it does not change by itself. */
  readonly validUntilMs: number;
}

const BYTES_PER_MEGABYTE = 1_048_576;
const ENTRY_OVERHEAD_BYTES = 1_024;

/**
 * Storefronts as the bytes to send. The key of an entry contains all its inputs: the account's settings, the version of
 * the catalogue, the currency, the relevant campaigns, and the products the visitor owns, so that visitors with the
 * same products share it. An entry is valid until prices change by themselves.
 */
function storefrontCache(system: System) {
  const cache = new LRUCache<string, StorefrontEntry>({
    // A size of 0 would mean no limit; nothing fits into one byte.
    maxSize: Math.max(1, system.config.storefrontCacheMegabytes * BYTES_PER_MEGABYTE),
    // Both compressed forms together are smaller than half of the text.
    sizeCalculation: ({ body }, key) =>
      Math.ceil(1.5 * body.plain.bytes.length) + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  });
  const settingsKeys = new WeakMap<Account, string>();
  const settingsKey = (account: Account): string => {
    const cached = settingsKeys.get(account);
    if (cached !== undefined) return cached;
    const { currencies, defaultCurrency, allowsPartialBundles, featuredProduct, tax } = account.settings;
    const url = accountUrl(system.config, account);
    const prices = [currencies, defaultCurrency, allowsPartialBundles, tax.mode, tax.prices];
    const inputs = [account.id, url, ...prices, featuredProduct];
    const result = JSON.stringify(inputs);
    settingsKeys.set(account, result);
    return result;
  };
  const isCurrent = ({ validUntilMs }: StorefrontEntry): boolean =>
    system.clock.now().getTime() < validUntilMs;
  const find: FindStorefront = async (ctx, catalog, visit) => {
    const effect = campaignEffect(catalog.discounts, visit.utm).join(',');
    const key = `${settingsKey(ctx.account)} ${catalog.version} ${visitorKey(visit)} ${effect} ${ownedKey(visit)}`;
    const cached = cache.get(key);
    if (cached !== undefined && isCurrent(cached)) return cached;
    const entry = await makeStorefront(ctx, catalog, visit);
    cache.set(key, entry);
    return entry;
  };
  return {
    get: async (ctx: Context, visit: StorefrontVisit): Promise<KeptBody> =>
      (await find(ctx, await loadCatalog(ctx), visit)).body,
    forEveryone: newestStorefronts(isCurrent, find),
  };
}

type FindStorefront = (ctx: Context, catalog: Catalog, visit: StorefrontVisit) => Promise<StorefrontEntry>;

/**
 * The responses to most requests, each with the catalogue from which it was built: while that is current and no time
 * limit has passed, nothing must be awaited or looked up.
 */
function newestStorefronts(
  isCurrent: (entry: StorefrontEntry) => boolean,
  find: FindStorefront,
): (ctx: Context, visitor: Visitor) => KeptBody | Promise<KeptBody> {
  type Newest = { readonly catalog: Catalog; readonly entry: StorefrontEntry };
  const newest = new WeakMap<Account, Map<string, Newest>>();
  const renew = async (ctx: Context, visitor: Visitor): Promise<KeptBody> => {
    const catalog = await loadCatalog(ctx);
    const entry = await find(ctx, catalog, { utm: {}, ...visitor });
    const byVisitor = newest.get(ctx.account) ?? new Map<string, Newest>();
    newest.set(ctx.account, byVisitor.set(visitorKey(visitor), { catalog, entry }));
    return entry.body;
  };
  return (ctx, visitor) => {
    const cached = newest.get(ctx.account)?.get(visitorKey(visitor));
    return cached !== undefined && cached.catalog === peekCatalog(ctx) && isCurrent(cached.entry)
      ? cached.entry.body
      : renew(ctx, visitor);
  };
}

/** A customer without products differs from an anonymous visitor: some prices are for newcomers. */
function ownedKey({ ownership, upgrades }: StorefrontVisit): string {
  if (ownership === undefined) return '';
  const { productIds, perpetualProductIds, ends } = ownership;
  return `owns:${[...productIds]
    .toSorted()
    .map((id) => `${id}@${ends.get(id)?.getTime() ?? 'ever'}${perpetualProductIds.has(id) ? '' : ' free'}`)
    .join(',')} ${upgrades?.size ? JSON.stringify([...upgrades]) : ''}`;
}

async function makeStorefront(
  ctx: Context,
  catalog: Catalog,
  visit: StorefrontVisit,
): Promise<StorefrontEntry> {
  const [downloads, policyOf] = await Promise.all([loadCurrentDownloads(ctx), productPolicies(ctx)]);
  const { answer, validUntil } = storefrontAnswer(ctx, { catalog, downloads, policyOf }, visit);
  const validUntilMs = validUntil === null ? Number.POSITIVE_INFINITY : validUntil.getTime();
  return { body: keptBody(JSON.stringify(answer)), validUntilMs };
}
