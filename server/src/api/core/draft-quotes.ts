import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import {
  type Bundle,
  type Catalog,
  draftDiscount,
  draftOffer,
  type ItemReference,
  loadCatalog,
  minorAmounts,
  type OfferRow,
  type Product,
  type SaleDraft,
  upgradesIn,
  withDraftVariations,
  withNewVariation,
} from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import {
  IdPath,
  recurrenceOf,
  ReleaseAccessInput,
  storedTiers,
  storedUpgrade,
  strict,
  TierList,
  UpgradeInput,
  VariationFields,
  variationInput,
} from '../wire/catalog.ts';
import { RecurrenceBody } from '../wire/recurrence.ts';
import { couponInput, NewCoupon } from './coupons.ts';
import { discountInput, NewDiscount } from './discounts.ts';
import { NewOffer, offerInput } from './offers.ts';
import { QuoteAnswer, quoteItem, QuoteQuery } from './quotes.ts';

const VariationDraft = Type.Object(
  {
    recurrence: Type.Optional(RecurrenceBody),
    pricingTiers: Type.Optional(TierList),
    releaseAccess: Type.Optional(Type.Union([ReleaseAccessInput, Type.Null()])),
    upgrade: Type.Optional(Type.Union([UpgradeInput, Type.Null()])),
  },
  { ...strict, title: 'VariationDraft', description: 'Fields that are not sent stay as they are.' },
);

const MOST_DRAFTS = 100;

const DraftBody = Type.Object(
  {
    discount: Type.Optional(NewDiscount),
    offer: Type.Optional(NewOffer),
    coupon: Type.Optional(NewCoupon),
    variation: Type.Optional(VariationFields),
    prices: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), {
        maxProperties: MOST_DRAFTS,
        description:
          'Other prices: decimal amounts by the id of a variation and by currency. Those of other currencies stay.',
      }),
    ),
    variations: Type.Optional(
      Type.Record(Type.String(), VariationDraft, {
        maxProperties: MOST_DRAFTS,
        description:
          'Other volume prices, and another sale to owners, by the id of a variation. What owners would pay is shown with `licenseId`.',
      }),
    ),
    published: Type.Optional(
      Type.Boolean({
        description: 'As if the shop sold an item that is not purchasable yet. Default false.',
      }),
    ),
  },
  { ...strict, title: 'QuoteDraft' },
);

/** The price of an item before something about it is public. */
export function registerDraftQuotes(app: App): void {
  registerDraftQuote(app, 'Product');
  registerDraftQuote(app, 'Bundle');
}

function registerDraftQuote(app: App, type: 'Product' | 'Bundle'): void {
  const name = type.toLowerCase();
  app.route({
    method: 'POST',
    url: `/api/${name}s/:id/quote`,
    config: { access: access.vendor('products:read') },
    schema: {
      operationId: `quote${type}Draft`,
      summary: `The price of a ${name} as if a rule, other prices or terms, or the ${name} itself, were public already`,
      description:
        'Changes nothing. `discount`, `offer` and `coupon` are rules that do not exist yet; with the id of another, each takes ' +
        'its place. A coupon counts as entered, and needs `coupons:read`. `variation` is a new way to buy the item, and the ' +
        'price is of it if the query names no other.',
      tags: [`${type}s`],
      params: IdPath,
      querystring: QuoteQuery,
      body: DraftBody,
      response: { 200: QuoteAnswer, ...problems() },
    },
    handler: async (request) => {
      const { context, params, body } = request;
      const catalog = await draftCatalog(context, { type, id: params.id }, body);
      return quoteItem(request, type, catalog, body.coupon && couponInput(body.coupon));
    },
  });
}

/** The catalogue as it would be. Raises `InvalidInput` with every issue of a rule, or of the variations. */
async function draftCatalog(
  ctx: Parameters<typeof loadCatalog>[0] & QueryContext,
  item: ItemReference,
  { discount, offer, variation, prices = {}, variations = {}, published = false }: Static<typeof DraftBody>,
): Promise<Catalog> {
  const before = await loadCatalog(ctx);
  const changed = await withDraftVariations(ctx, before, {
    prices: mapValues(prices, minorAmounts),
    sales: mapValues(variations, saleOf),
  });
  const catalog =
    variation === undefined ? changed : await withNewVariation(ctx, changed, item, variationInput(variation));
  const itemOf = published ? asPublished : same;
  const product = (id: string) => itemOf(catalog.product(id));
  return {
    ...catalog,
    product,
    bundle: (id) => itemOf(catalog.bundle(id)),
    upgrades: upgradesIn(before.products.flatMap(({ id }) => product(id) ?? [])),
    ...(discount && {
      discounts: withDraft(catalog.discounts, await draftDiscount(ctx, discountInput(discount))),
    }),
    ...(offer && withOffer(catalog, await draftOffer(ctx, offerInput(offer)))),
  };
}

/** Rules with one more, in place of one with its id. */
function withDraft<Row extends { readonly id: string }>(rows: readonly Row[], draft: Row): Row[] {
  return [...rows.filter(({ id }) => id !== draft.id), draft];
}

function withOffer({ allOffers: before }: Catalog, draft: OfferRow): Partial<Catalog> {
  const allOffers = withDraft(before, draft);
  return {
    allOffers,
    offers: allOffers.filter(({ scope }) => scope === 'Item'),
    cartOffers: allOffers.filter(({ scope }) => scope === 'Cart'),
  };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

function saleOf({
  recurrence,
  pricingTiers,
  upgrade,
  releaseAccess,
}: Static<typeof VariationDraft>): SaleDraft {
  return {
    recurrence: recurrence && recurrenceOf(recurrence),
    pricingTiers: pricingTiers && storedTiers(pricingTiers),
    releaseAccess,
    upgrade: storedUpgrade(upgrade),
  };
}

function same<Value>(value: Value): Value {
  return value;
}

/** An item as it would be for sale: one that is archived or inactive stays as it is. */
function asPublished<Item extends Product | Bundle>(item: Item | undefined): Item | undefined {
  if (item === undefined || item.isArchived || ('status' in item && item.status === 'Inactive')) return item;
  return { ...item, isForSale: true };
}
