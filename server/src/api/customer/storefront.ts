import { LRUCache } from 'lru-cache';
import { Type } from '../../kernel/schema.ts';
import { type Account, accountUrl, type Context } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog, peekCatalog } from '../../modules/catalog/index.ts';
import { campaignEffect } from '../../modules/pricing/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { type CachedBody, cachedBody } from '../../platform/http/content/cached-body.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { customerIdOf } from '../guards/caller.ts';
import { storefrontAnswer, StorefrontBody, type StorefrontVisit } from '../wire/storefront.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';
import { ownedBy, peekVisitor, sendRevalidated, type Visitor, visitorKey, visitorOf } from './visitor.ts';

/** GET /api/customer/storefront (customer API, Storefront; wire contract section 3). */
export function registerStorefront(app: App, system: System): void {
  const storefronts = storefrontCache(system);
  app.route({
    method: 'GET',
    url: '/api/customer/storefront',
    config: { access: access.optionalCustomer() },
    // Most visitors send no parameter and no token: there is nothing to read or check before the cached response is
    // sent.
    onRequest: (request, reply, done) => {
      if (request.url.includes('?') || customerIdOf(request) !== undefined) return done();
      const { context } = request;
      const visitor = peekVisitor(context);
      if (visitor === undefined) return done();
      const body = storefronts.forEveryone(context, visitor);
      if (body instanceof Promise) return body.then((result) => sendRevalidated(request, reply, result));
      sendRevalidated(request, reply, body);
      return undefined;
    },
    schema: {
      operationId: 'getStorefront',
      summary: 'Everything for sale, with the current prices for the visitor and the campaign',
      description:
        'Without a token, the prices are those for everyone. Responses have an ETag for If-None-Match.',
      tags: ['Storefront'],
      querystring: Type.Object(utmQuery),
      response: {
        200: StorefrontBody,
        304: Type.Null({ description: 'The response with the tag of If-None-Match is still current.' }),
        ...problems(),
      },
    },
    handler: async (request, reply) => {
      const { context, query } = request;
      const visit = { utm: utmOf(query), ...(await visitorOf(context)) };
      const ownership = await ownedBy(context, customerIdOf(request));
      const body = await storefronts.get(context, { ...visit, ownership });
      return sendRevalidated(request, reply, body);
    },
  });
}

interface StorefrontEntry {
  readonly body: CachedBody;
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
    sizeCalculation: ({ body }, key) => body.bytes.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  });
  const settingsKeys = new WeakMap<Account, string>();
  const settingsKey = (account: Account): string => {
    const cached = settingsKeys.get(account);
    if (cached !== undefined) return cached;
    const { currencies, defaultCurrency, allowsPartialBundles, tax } = account.settings;
    const url = accountUrl(system.config, account);
    const inputs = [account.id, url, currencies, defaultCurrency, allowsPartialBundles, tax.mode, tax.prices];
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
    get: async (ctx: Context, visit: StorefrontVisit): Promise<CachedBody> =>
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
): (ctx: Context, visitor: Visitor) => CachedBody | Promise<CachedBody> {
  type Newest = { readonly catalog: Catalog; readonly entry: StorefrontEntry };
  const newest = new WeakMap<Account, Map<string, Newest>>();
  const renew = async (ctx: Context, visitor: Visitor): Promise<CachedBody> => {
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
function ownedKey({ ownership }: StorefrontVisit): string {
  if (ownership === undefined) return '';
  const { productIds, ends } = ownership;
  return `owns:${[...productIds]
    .toSorted()
    .map((id) => `${id}@${ends.get(id)?.getTime() ?? 'ever'}`)
    .join(',')}`;
}

async function makeStorefront(
  ctx: Context,
  catalog: Catalog,
  visit: StorefrontVisit,
): Promise<StorefrontEntry> {
  const downloads = await loadCurrentDownloads(ctx);
  const { answer, validUntil } = storefrontAnswer(ctx, { catalog, downloads }, visit);
  const validUntilMs = validUntil === null ? Number.POSITIVE_INFINITY : validUntil.getTime();
  return { body: cachedBody(JSON.stringify(answer)), validUntilMs };
}
