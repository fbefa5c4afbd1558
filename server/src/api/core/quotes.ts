import { type Static, Type } from '../../kernel/schema.ts';
import { normaliseGuid } from '../../kernel/ids.ts';
import { toDecimal } from '../../kernel/money.ts';
import { invalidInput, notFound } from '../../kernel/problem.ts';
import type { Account, Context } from '../../modules/accounts/index.ts';
import { type Bundle, type Catalog, loadCatalog, type Product } from '../../modules/catalog/index.ts';
import { findCustomer } from '../../modules/customers/index.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';
import {
  bundleParts,
  type OrderQuote,
  type OrderQuoteInput,
  type PricingContext,
  type QuotedLine,
  quoteOrder,
  type Reason,
  type Verdict,
} from '../../modules/pricing/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import { IdPath } from '../wire/catalog.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';

/** The explanation of each reason for a merchant. */
const EXPLANATIONS: Readonly<Record<Reason, string>> = {
  OtherItem: 'It is for other products or bundles.',
  OtherVariation: 'It is for other variations of this item.',
  OtherCurrency: 'It is for other currencies.',
  NotStarted: 'Its time has not come.',
  Ended: 'Its time is over.',
  CampaignNotMet: 'The visitor did not come through its campaign.',
  CustomerUnknown: 'It depends on what a customer owns, and nobody is signed in.',
  OwnershipNotMet: 'The customer does not own what it asks for, or owns what it excludes.',
  NothingToTakeOff: 'It takes nothing off this price.',
  BetterDiscountApplies: 'Another discount takes more off; discounts do not stack.',
  ExclusiveDiscountApplies: 'The discount on the line admits nothing beside it.',
  TooFewItems: 'The cart does not hold enough lines of what counts.',
  UsedByAnotherLine: 'It is good for one line of an order, and another line uses it.',
};

const TraceEntry = Type.Object(
  {
    kind: Type.Enum(['Discount', 'Offer']),
    id: Type.String(),
    name: Type.String(),
    applied: Type.Boolean(),
    amount: Type.Optional(Type.Number({ description: 'Amount off one unit, or what it would have been.' })),
    reason: Type.Optional(Type.String({ description: 'Stable code: why it did not apply.' })),
    explanation: Type.Optional(Type.String()),
  },
  { title: 'PriceTraceEntry' },
);

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
      Type.Object({ original: Type.Number(), discount: Type.Number(), subtotal: Type.Number() }),
    ),
    parts: Type.Optional(
      Type.Array(Type.Object({ productId: Type.String(), share: Type.Number(), included: Type.Boolean() }), {
        description: 'Of a bundle: how its list price is split over its products.',
      }),
    ),
    trace: Type.Array(TraceEntry, { description: 'Every discount, and every offer on this item.' }),
  },
  { title: 'Quote' },
);

const QuoteQuery = Type.Object({
  ...utmQuery,
  variationId: Type.Optional(Type.String({ description: 'Default: the default variation.' })),
  currency: Type.Optional(Type.String({ description: "Default: the account's default currency." })),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
  customerId: Type.Optional(Type.String({ description: 'For this customer. Absent: for a visitor.' })),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'At this time. Absent: now.' })),
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
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: `quote${type}`,
      summary: `The price of a ${name}, and why: which discounts applied, which did not, and the reason`,
      tags: [`${type}s`],
      params: IdPath,
      querystring: QuoteQuery,
      response: { 200: QuoteAnswer, ...problems() },
    },
    handler: async ({ context, account, params, query }) => {
      const catalog = await loadCatalog(context);
      const item = type === 'Product' ? catalog.product(params.id) : catalog.bundle(params.id);
      if (item === undefined) throw notFound({ detail: `There is no ${name} ${params.id}.` });
      const pricing = await pricingContext(context, query);
      const quoteTarget = targetOf(account, item, query);
      return answer(catalog, { type, item }, quoteTarget, pricing);
    },
  });
}

interface QuoteTarget {
  readonly variationId: string;
  readonly currency: string;
  readonly quantity: number;
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

type QuoteContext = PricingContext & Pick<OrderQuoteInput, 'enabledCurrencies'>;

async function pricingContext(ctx: Context, query: Query): Promise<QuoteContext> {
  const now = momentOf(query.at) ?? ctx.clock.now();
  const { allowsPartialBundles, currencies } = ctx.account.settings;
  const common = { now, utm: utmOf(query), allowsPartialBundles, enabledCurrencies: currencies };
  if (query.customerId === undefined) return common;
  const id = normaliseGuid(query.customerId);
  const customer = id === undefined ? undefined : await findCustomer(ctx, id);
  if (customer === undefined)
    throw invalidInput({ errors: { customerId: ['is not a customer of this account'] } });
  const owned = await ownedProductIds(ctx, customer.id, now);
  return { ...common, customer: { ownedProductIds: new Set(owned) } };
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
  const about = { itemId: subject.item.id, ...quoteTarget, at: pricing.now.toISOString() };
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
    },
    ...partsOf(catalog, subject, line, currency),
    trace: [...line.verdicts, ...offers].map((verdict) => traceEntry(verdict, currency)),
  };
}

function quoteLine(
  catalog: Catalog,
  { type, item }: Subject,
  { variationId, currency, quantity }: QuoteTarget,
  pricing: QuoteContext,
  offerId?: string,
): OrderQuote {
  const line = { id: LINE, item: { type, id: item.id }, variationId, quantity, offerId };
  return quoteOrder({ ...pricing, catalog, lines: [line], currency, isExplained: true });
}

/** Offers count other items in a cart; without a cart, an offer applies only if it has no condition. */
function offersOn(
  catalog: Catalog,
  subject: Subject,
  quoteTarget: QuoteTarget,
  pricing: QuoteContext,
): Verdict[] {
  return catalog.offers
    .filter(({ target }) => target.type === subject.type && target.id === subject.item.id)
    .flatMap(({ id }) => quoteLine(catalog, subject, quoteTarget, pricing, id).lines)
    .flatMap(({ verdicts }) => verdicts.filter(({ kind }) => kind === 'Offer'));
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

function traceEntry(
  { kind, id, name, reason, amountMinor }: Verdict,
  currency: string,
): Static<typeof TraceEntry> {
  return {
    kind,
    id,
    name,
    applied: reason === undefined,
    ...(amountMinor !== undefined && { amount: toDecimal(amountMinor, currency) }),
    ...(reason !== undefined && { reason, explanation: EXPLANATIONS[reason] }),
  };
}
