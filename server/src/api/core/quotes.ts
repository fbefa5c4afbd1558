import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import { isCountryCode } from '../../kernel/countries.ts';
import { normaliseGuid } from '../../kernel/ids.ts';
import { toDecimal } from '../../kernel/money.ts';
import { invalidInput, notFound } from '../../kernel/problem.ts';
import type { Account, Context } from '../../modules/accounts/index.ts';
import {
  type Bundle,
  type Catalog,
  loadCatalog,
  type OfferRow,
  type Product,
} from '../../modules/catalog/index.ts';
import type { CouponInput } from '../../modules/coupons/index.ts';
import { type Customer, findCustomer } from '../../modules/customers/index.ts';
import {
  findLicense,
  findOwnership,
  findUpgrade,
  type License,
  pricedCustomer,
} from '../../modules/licensing/index.ts';
import {
  bundleParts,
  type LineUpgrade,
  type OrderQuote,
  type OrderQuoteInput,
  type PricingContext,
  type QuotedLine,
  quoteOrder,
  type TaxReason,
  type TaxRules,
  type Verdict,
} from '../../modules/pricing/index.ts';
import { canSaveMethods } from '../../modules/payments/index.ts';
import { taxesAt } from '../../modules/taxes/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { IdPath } from '../wire/catalog.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import { TaxBody, taxBody } from '../wire/tax.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';
import {
  CouponsQuery,
  couponsOfQuery,
  CouponTrace,
  couponTraces,
  type QuotedCoupons,
  withDraftCoupon,
} from './quote-coupons.ts';
import { traceEntry, TraceEntry } from './quote-trace.ts';

/** The explanation of each reason for a tax, for a merchant. */
const TAX_EXPLANATIONS: Readonly<Record<TaxReason, string>> = {
  Standard: 'You collect tax there: this is the rate of the place.',
  ReverseCharge: 'A business in another member state of the EU owes the tax itself.',
  NotCollecting: 'You do not collect tax there.',
  ZeroRated: 'Your own rate for it is 0.',
  Exempt: 'Your own rate says that it is exempt.',
  Provider: 'The payment provider calculates the tax.',
};

/** A price, with the reasons for it. */
export const QuoteAnswer = Type.Object(
  {
    itemId: Type.String(),
    variationId: Type.String(),
    currency: Type.String(),
    quantity: Type.Integer(),
    at: Moment,
    sellable: Type.Boolean(),
    refusal: Type.Optional(Type.String({ description: 'Why it cannot be sold.' })),
    unitOriginal: Type.Optional(Type.Number()),
    unitPrice: Type.Optional(Type.Number()),
    total: Type.Optional(
      Type.Object({
        original: Type.Number(),
        discount: Type.Number(),
        subtotal: Type.Number(),
        taxes: Type.Optional(Type.Number({ description: 'Added to the subtotal. Only with `country`.' })),
        due: Type.Optional(Type.Number({ description: 'Only with `country`.' })),
      }),
    ),
    tax: Type.Optional(
      Type.Object(
        { ...TaxBody.properties, explanation: Type.String() },
        { title: 'QuotedTax', description: 'Only with `country`, where Latchkey calculates the taxes.' },
      ),
    ),
    parts: Type.Optional(
      Type.Array(Type.Object({ productId: Type.String(), share: Type.Number(), included: Type.Boolean() }), {
        description: 'Of a bundle: how its list price is split over its products.',
      }),
    ),
    coupons: Type.Optional(
      Type.Array(CouponTrace, {
        description: 'What each code did, or why it did nothing. Only with `coupons`.',
      }),
    ),
    trace: Type.Array(TraceEntry, {
      description:
        'Every tier of the variation, every discount, and every offer on this item or on the whole cart.',
    }),
  },
  { title: 'Quote' },
);

/** For whom, when and how many. */
export const QuoteQuery = Type.Object({
  ...utmQuery,
  variationId: Type.Optional(Type.String({ description: 'Default: the default variation.' })),
  currency: Type.Optional(Type.String({ description: "Default: the account's default currency." })),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  customerId: Type.Optional(Type.String({ description: 'For this customer. Absent: for a visitor.' })),
  licenseId: Type.Optional(
    Type.String({ description: 'As an upgrade or renewal of this license, for its owner.' }),
  ),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'At this time. Absent: now.' })),
  coupons: CouponsQuery,
  country: Type.Optional(
    Type.String({
      maxLength: 2,
      description: 'With the taxes of a buyer in this country, ISO 3166-1 alpha-2.',
    }),
  ),
  region: Type.Optional(
    Type.String({ maxLength: 200, description: 'The region of the buyer in `country`.' }),
  ),
  postCode: Type.Optional(
    Type.String({ maxLength: 200, description: 'The postal code of the buyer in `country`.' }),
  ),
  business: Type.Optional(
    Type.Boolean({ description: 'Whether the buyer is a business with a valid tax ID of `country`.' }),
  ),
});

type Query = Static<typeof QuoteQuery>;

/** The reasons for a price (extended API, section B). */
export function registerCoreQuotes(app: App): void {
  registerQuote(app, 'Product');
  registerQuote(app, 'Bundle');
}

function registerQuote(app: App, type: 'Product' | 'Bundle'): void {
  const name = type.toLowerCase();
  app.route({
    method: 'GET',
    url: `/api/${name}s/:id/quote`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `quote${type}`,
      summary: `The price of a ${name}, and why: which discounts applied, which did not, and the reason`,
      tags: [`${type}s`],
      params: IdPath,
      querystring: QuoteQuery,
      response: { 200: QuoteAnswer, ...problems() },
    },
    handler: async (request) => quoteItem(request, type, await loadCatalog(request.context)),
  });
}

/** What a request about the price of an item has. */
export type QuoteRequest = FastifyRequest<{ Params: { id: string }; Querystring: Query }>;

/**
 * The price of an item in a catalogue, with the reasons, also with a `coupon` that does not exist yet. Raises `NotFound`,
 * `InvalidInput` for a customer, a license or a country that does not exist or a coupon that cannot, and `Forbidden` for
 * coupons that the caller may not read.
 */
export async function quoteItem(
  request: QuoteRequest,
  type: 'Product' | 'Bundle',
  catalog: Catalog,
  coupon?: CouponInput,
): Promise<Static<typeof QuoteAnswer>> {
  const { context, account, params, query } = request;
  const item = type === 'Product' ? catalog.product(params.id) : catalog.bundle(params.id);
  if (item === undefined) throw notFound({ detail: `There is no ${type.toLowerCase()} ${params.id}.` });
  const license = await licenseOf(context, query);
  const customer = await customerOf(context, {
    ...query,
    ...(license && { customerId: license.customerId }),
  });
  const buyer = { customerId: customer?.id, emailKey: customer?.emailKey };
  const entered = await withDraftCoupon(
    request,
    await couponsOfQuery(request, query.coupons, buyer),
    coupon,
    buyer,
  );
  const pricing = await pricingContext(context, query, { customer, entered, item });
  const plain = targetOf(account, item, query);
  const quoteTarget = {
    ...plain,
    upgrade: license && (await upgradeOf(context, catalog, license, plain)),
  };
  return answer(catalog, { type, item }, quoteTarget, pricing);
}

interface QuoteTarget {
  readonly variationId: string;
  readonly currency: string;
  readonly quantity: number;
  readonly upgrade?: LineUpgrade | undefined;
}

function targetOf(account: Account, item: Product | Bundle, query: Query): QuoteTarget {
  const variationId = query.variationId ?? item.variations[0]?.id;
  if (variationId === undefined) {
    throw invalidInput({ errors: { variationId: [`is required: ${item.id} has no variation on offer`] } });
  }
  return {
    variationId,
    currency: query.currency ?? account.settings.defaultCurrency,
    quantity: query.quantity ?? 1,
  };
}

/** The license of the query. Raises `InvalidInput` when the account has none with this id. */
async function licenseOf(ctx: Context, { licenseId }: Query): Promise<License | undefined> {
  if (licenseId === undefined) return undefined;
  const id = normaliseGuid(licenseId);
  const license = id === undefined ? undefined : await findLicense(ctx, id);
  if (license === undefined)
    throw invalidInput({ errors: { licenseId: ['is not a license of this account'] } });
  return license;
}

async function upgradeOf(
  ctx: Context,
  catalog: Catalog,
  { id: licenseId, customerId, productId: fromProductId }: License,
  { variationId }: QuoteTarget,
): Promise<LineUpgrade> {
  const offer = await findUpgrade(ctx, catalog, { customerId, licenseId, variationId });
  if ('refusal' in offer) return { licenseId, refusal: `The license ${offer.refusal}.` };
  const { kind, prices } = offer.upgrade;
  return { licenseId, kind, prices, keepsLicense: offer.keepsLicense, fromProductId };
}

type QuoteContext = PricingContext &
  Pick<OrderQuoteInput, 'enabledCurrencies' | 'taxes' | 'coupons'> & { readonly entered: QuotedCoupons };

/** The customer of the query. Raises `InvalidInput` when the account has none with this id. */
async function customerOf(ctx: Context, { customerId }: Query): Promise<Customer | undefined> {
  if (customerId === undefined) return undefined;
  const id = normaliseGuid(customerId);
  const customer = id === undefined ? undefined : await findCustomer(ctx, id);
  if (customer === undefined)
    throw invalidInput({ errors: { customerId: ['is not a customer of this account'] } });
  return customer;
}

interface QuoteParts {
  readonly customer: Customer | undefined;
  readonly entered: QuotedCoupons;
  readonly item: Product | Bundle;
}

function hasBillingCycle({ variations }: Product | Bundle): boolean {
  return variations.some(({ recurrence }) => recurrence !== 'OneOff');
}

async function pricingContext(
  ctx: Context,
  query: Query,
  { customer, entered, item }: QuoteParts,
): Promise<QuoteContext> {
  const now = momentOf(query.at) ?? ctx.clock.now();
  const { allowsPartialBundles, currencies } = ctx.account.settings;
  const taxes = await taxesOf(ctx, query, now);
  const common = {
    now,
    utm: utmOf(query),
    allowsPartialBundles,
    // Of a draft, too, that is the first with a billing cycle.
    sellsSubscriptions: hasBillingCycle(item) && (await canSaveMethods(ctx)),
    enabledCurrencies: currencies,
    coupons: entered.coupons,
    entered,
    ...(taxes && { taxes }),
  };
  if (customer === undefined) return common;
  return { ...common, customer: pricedCustomer(await findOwnership(ctx, customer.id, now)) };
}

async function taxesOf(
  ctx: Context,
  { country, region, postCode, business = false }: Query,
  now: Date,
): Promise<TaxRules | undefined> {
  if (country === undefined) return undefined;
  if (!isCountryCode(country))
    throw invalidInput({ errors: { country: ['must be a country code of ISO 3166, such as FR'] } });
  const place = { country: country.toUpperCase(), region: region ?? null, postCode: postCode ?? null };
  return taxesAt(ctx, { place, isBusiness: business }, now);
}

interface Subject {
  readonly type: 'Product' | 'Bundle';
  readonly item: Product | Bundle;
}

const LINE = 'quote';

function answer(
  catalog: Catalog,
  subject: Subject,
  quoteTarget: QuoteTarget,
  pricing: QuoteContext,
): Static<typeof QuoteAnswer> {
  const { currency } = quoteTarget;
  const quote = quoteLine(catalog, subject, quoteTarget, pricing);
  const [line] = quote.lines;
  const { upgrade: _, ...query } = quoteTarget;
  const about = { itemId: subject.item.id, ...query, at: pricing.now.toISOString() };
  if (line === undefined) {
    return { ...about, sellable: false, refusal: quote.refusals[0]?.message ?? 'is not for sale', trace: [] };
  }
  const offers = offersOn(catalog, subject, quoteTarget, pricing);
  return {
    ...about,
    sellable: true,
    unitOriginal: toDecimal(line.unitOriginalMinor, currency),
    unitPrice: toDecimal(line.unitPriceMinor, currency),
    total: {
      original: toDecimal(line.originalMinor, currency),
      discount: toDecimal(line.discountMinor, currency),
      subtotal: toDecimal(line.subtotalMinor, currency),
      ...(pricing.taxes && {
        taxes: toDecimal(quote.total.taxesMinor, currency),
        due: toDecimal(quote.total.dueMinor, currency),
      }),
    },
    ...(line.tax && {
      tax: { ...taxBody(line.tax, currency), explanation: TAX_EXPLANATIONS[line.tax.reason] },
    }),
    ...partsOf(catalog, subject, line, currency),
    ...couponTraces(quote.coupons, pricing.entered, currency),
    trace: [...line.verdicts, ...offers].map((verdict) => traceEntry(verdict, catalog, currency)),
  };
}

function quoteLine(
  catalog: Catalog,
  { type, item }: Subject,
  { variationId, currency, quantity, upgrade }: QuoteTarget,
  pricing: QuoteContext,
  offerId?: string,
): OrderQuote {
  const line = { id: LINE, item: { type, id: item.id }, variationId, quantity, offerId, upgrade };
  return quoteOrder({ ...pricing, catalog, lines: [line], currency, isExplained: true });
}

/**
 * Offers count other items in a cart, and their total; without a cart, an offer applies only if this item alone meets
 * its condition.
 */
function offersOn(
  catalog: Catalog,
  subject: Subject,
  quoteTarget: QuoteTarget,
  pricing: QuoteContext,
): Verdict[] {
  const quoteUnder = ({ id }: OfferRow) => quoteLine(catalog, subject, quoteTarget, pricing, id);
  const itemOffers = catalog.offers
    .filter(({ target }) => isAbout(target, subject))
    .flatMap((offer) => quoteUnder(offer).lines)
    .flatMap(({ verdicts }) => verdicts.filter(({ kind }) => kind === 'Offer'));
  const cartOffers = catalog.cartOffers
    .filter(({ targets }) => targets.length === 0 || targets.some((target) => isAbout(target, subject)))
    .flatMap((offer) => quoteUnder(offer).cartVerdicts ?? []);
  return [...itemOffers, ...cartOffers];
}

function isAbout(target: { readonly type: string; readonly id: string }, { type, item }: Subject): boolean {
  return target.type === type && target.id === item.id;
}

function partsOf(catalog: Catalog, { item }: Subject, line: QuotedLine, currency: string) {
  if (!('productIds' in item)) return {};
  const listPriceMinor = catalog.variation(line.variationId)?.prices[currency] ?? 0;
  const parts = bundleParts(listPriceMinor, item, currency, catalog, line.grantedProductIds);
  return {
    parts: parts.map(({ productId, shareMinor, isIncluded }) => ({
      productId,
      share: toDecimal(shareMinor, currency),
      included: isIncluded,
    })),
  };
}
