import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import {
  type Bundle,
  type Catalog,
  draftDiscount,
  loadCatalog,
  minorAmounts,
  type Product,
  withDraftPrices,
} from '../../modules/catalog/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { IdPath, strict } from '../wire/catalog.ts';
import { discountInput, NewDiscount } from './discounts.ts';
import { QuoteAnswer, quoteItem, QuoteQuery } from './quotes.ts';

const DraftBody = Type.Object(
  {
    discount: Type.Optional(NewDiscount),
    prices: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), {
        maxProperties: 100,
        description:
          'Other prices: decimal amounts by the id of a variation and by currency. Those of other currencies stay.',
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
      summary: `The price of a ${name} as if a discount, other prices, or the ${name} itself, were public already`,
      description:
        'Changes nothing. `discount` is one that does not exist yet; with the id of another, it takes its place.',
      tags: [`${type}s`],
      params: IdPath,
      querystring: QuoteQuery,
      body: DraftBody,
      response: { 200: QuoteAnswer, ...problems() },
    },
    handler: async (request) => quoteItem(request, type, await draftCatalog(request.context, request.body)),
  });
}

/** The catalogue as it would be. Raises `InvalidInput` with every issue of the discount, or of the prices. */
async function draftCatalog(
  ctx: Parameters<typeof loadCatalog>[0] & QueryContext,
  { discount, prices = {}, published = false }: Static<typeof DraftBody>,
): Promise<Catalog> {
  const amounts = Object.entries(prices).map(([id, each]) => [id, minorAmounts(each)] as const);
  const catalog = withDraftPrices(await loadCatalog(ctx), Object.fromEntries(amounts));
  const draft = discount && (await draftDiscount(ctx, discountInput(discount)));
  return {
    ...catalog,
    ...(draft && { discounts: [...catalog.discounts.filter(({ id }) => id !== draft.id), draft] }),
    ...(published && {
      product: (id) => asPublished(catalog.product(id)),
      bundle: (id) => asPublished(catalog.bundle(id)),
    }),
  };
}

/** An item as it would be for sale: one that is archived or inactive stays as it is. */
function asPublished<Item extends Product | Bundle>(item: Item | undefined): Item | undefined {
  if (item === undefined || item.isArchived || ('status' in item && item.status === 'Inactive')) return item;
  return { ...item, isForSale: true };
}
