import type { ReadContext } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { ownedProductIds } from '../../licensing/index.ts';
import { type OrderQuote, type QuotedLine, quoteOrder } from '../../pricing/index.ts';
import type { Order, OrderLine, Purchase } from '../tables.ts';

type PricedOrder = Pick<Order, 'customerId' | 'currency' | 'utm'>;

/** The current price of the lines, for the order's customer and the campaign that brought the buyer. */
export async function quoteLines(
  ctx: ReadContext,
  catalog: Catalog,
  { order, lines }: { order: PricedOrder; lines: readonly OrderLine[] },
): Promise<OrderQuote> {
  const { customerId } = order;
  const owned = customerId === null ? undefined : await ownedProductIds(ctx, customerId);
  return quoteOrder({
    catalog,
    lines: lines.map((line) => ({
      id: line.id,
      item:
        line.productId === null
          ? { type: 'Bundle', id: line.bundleId ?? '' }
          : { type: 'Product', id: line.productId },
      variationId: line.variationId,
      quantity: line.quantity,
      offerId: line.offerId ?? undefined,
    })),
    currency: order.currency,
    enabledCurrencies: ctx.account.settings.currencies,
    now: ctx.clock.now(),
    utm: order.utm,
    customer: owned && { ownedProductIds: new Set(owned) },
    allowsPartialBundles: ctx.account.settings.allowsPartialBundles,
  });
}

/** The content of a payment of this quote, without lines that the shop has withdrawn since. */
export function contentOf(catalog: Catalog, quote: OrderQuote, lines: readonly OrderLine[]): Purchase {
  const sold = new Set(quote.lines.map(({ id }) => id));
  return {
    quote,
    lines: lines.filter(({ id }) => sold.has(id)),
    grants: quote.lines.flatMap((line) =>
      line.grantedProductIds.map((productId) => ({
        lineId: line.id,
        productId,
        quantity: line.quantity,
        recurrence: catalog.variation(line.variationId)?.recurrence ?? 'OneOff',
      })),
    ),
    titles: quote.lines.map((line) => ({ lineId: line.id, title: titleOf(catalog, line) })),
  };
}

function titleOf(catalog: Catalog, { item, variationId }: QuotedLine): string {
  const { name } = (item.type === 'Product' ? catalog.product(item.id) : catalog.bundle(item.id)) ?? {
    name: item.id,
  };
  const variation = catalog.variation(variationId);
  return variation === undefined ? name : `${name}, ${variation.name}`;
}
