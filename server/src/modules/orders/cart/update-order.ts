import { normaliseGuid } from '../../../kernel/ids.ts';
import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Account, CommandTx, Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { OrderQuote, Utm } from '../../pricing/index.ts';
import { loadTaxBasis, type TaxBasis } from '../../taxes/index.ts';
import { returnUrlErrors } from '../domain/return-url.ts';
import { checkLines, type LineRequest, offerIdOf, orderLinesOf } from '../domain/lines.ts';
import { type OrderView, quoteLines, soldCurrency } from '../quote/order-quote.ts';
import { audienceOf, type Caller } from '../rights/rights.ts';
import type { Order, OrderLine } from '../tables.ts';
import { changeCart, type OpenCart, openCart } from './open-cart.ts';

/** A partial update: an absent field stays unchanged. */
interface OrderPatch {
  readonly currency?: string | undefined;
  readonly items?: readonly LineRequest[] | undefined;
  /** Another quantity of one line; 0 removes it. The other lines stay as they are when the cart is locked. */
  readonly line?: { readonly id: string; readonly quantity: number } | undefined;
  /** The offer on the whole cart; null for none. */
  readonly offerId?: string | null | undefined;
  /** New campaign parameters replace those of the same name; the others stay. */
  readonly utm: Utm;
  /** The page to which the buyer goes after the purchase; only used if the checkout is requested. */
  readonly returnUrl?: string | undefined;
}

/**
 * The change of a cart: a guest's cart belongs to the signed-in customer from then on. With a checkout link, only an
 * existing cart is changed, which the link may pay.
 */
interface OrderUpdate extends Caller {
  readonly orderId: string;
  /** The signed-in customer as read for this request, who need not be read again. */
  readonly caller?: Customer | undefined;
  readonly patch: OrderPatch;
  /** Runs before an order is created; raises the reason against another one, such as too many from one address. */
  readonly admitNew?: (tx: CommandTx) => Promise<void>;
}

/**
 * Changes a cart, or creates it when the id is new (customer API, Orders; wire contract section 4).
 *
 * Raises `InvalidInput` with every unsellable line that it sends, or that was in the cart before a change of the
 * currency, `OrderOfAnotherCustomer`, `OrderCompleted` and `OrderPaymentProcessing`; with a link also `NotFound` and
 * `OrderTaken`, and for a line that is not there `NotFound`.
 */
export async function updateOrder(ctx: Context, update: OrderUpdate): Promise<OrderView> {
  const orderId = checkUpdate(ctx.account, update);
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  const admitNew = update.link === undefined ? (update.admitNew ?? admitAll) : undefined;
  return transaction(ctx, async (tx) => {
    const cart = await openCart(tx, orderId, update, { admitNew });
    const changes = changesOf(tx, catalog, cart, update.patch);
    const quote = await quoteChange(tx, { catalog, taxBasis }, { cart, changes, update });
    return { order: await changeCart(tx, cart, changes), quote, catalog };
  });
}

/** The order id in its canonical spelling; raises every mistake that can be found without the order. */
function checkUpdate(account: Account, { orderId, patch }: OrderUpdate): string {
  const id = normaliseGuid(orderId);
  const errors = checkLines(patch.items ?? []);
  if (id === undefined) errors['orderId'] = ['must be a GUID'];
  const { origins, currencies } = account.settings;
  if (patch.currency !== undefined && !currencies.includes(patch.currency)) {
    errors['currency'] = [`must be one of ${currencies.join(', ')}`];
  }
  const urlErrors = patch.returnUrl === undefined ? [] : returnUrlErrors(patch.returnUrl, origins);
  if (urlErrors.length > 0) errors['returnUrl'] = urlErrors;
  if (id === undefined || Object.keys(errors).length > 0) throw invalidInput({ errors });
  return id;
}

const admitAll = async (): Promise<void> => {};

function changesOf({ account, ids }: CommandTx, catalog: Catalog, { order }: OpenCart, patch: OrderPatch) {
  return {
    currency: patch.currency ?? currencyOf(account, catalog, order, patch.items),
    offerId: patch.offerId === undefined ? order.offerId : offerIdOf(patch.offerId),
    utm: { ...order.utm, ...patch.utm },
    // In the form that browsers parse, so that it leads to the URL that was checked.
    returnUrl: patch.returnUrl === undefined ? order.returnUrl : new URL(patch.returnUrl).href,
    lines:
      patch.items === undefined
        ? withQuantity(order.lines, patch.line)
        : orderLinesOf(patch.items, () => ids.guid()),
  };
}

/** The currency of a cart without a choice; a new one starts in a currency in which all of its lines have a price. */
function currencyOf(
  account: Account,
  catalog: Catalog,
  { revision, currency }: Order,
  items: readonly LineRequest[] = [],
): string {
  const sold = soldCurrency(account, currency);
  if (revision > 0) return sold;
  const isPriced = (code: string): boolean =>
    items.every(({ variationId }) => catalog.variation(variationId)?.prices[code] !== undefined);
  return [sold, ...account.settings.currencies].find(isPriced) ?? sold;
}

function withQuantity(lines: readonly OrderLine[], change: OrderPatch['line']): readonly OrderLine[] {
  if (change === undefined) return lines;
  const { id, quantity } = change;
  if (lines.every((line) => line.id !== id))
    throw notFound({ detail: 'The order has no such line any more.' });
  return lines.flatMap((line) => {
    if (line.id !== id) return [line];
    return quantity === 0 ? [] : [{ ...line, quantity }];
  });
}

/**
 * The price of the cart after its change. A withdrawn product must not make a later update fail: only an update that
 * sends a line must be correct, and a change of the currency must not lose one.
 */
async function quoteChange(
  tx: CommandTx,
  { catalog, taxBasis }: { readonly catalog: Catalog; readonly taxBasis: TaxBasis | undefined },
  {
    cart,
    changes,
    update,
  }: {
    readonly cart: OpenCart;
    readonly changes: ReturnType<typeof changesOf>;
    readonly update: OrderUpdate;
  },
): Promise<OrderQuote> {
  const order = { ...cart.order, ...changes };
  const buyer = { taxBasis, audience: audienceOf(order, update), caller: update.caller };
  const quote = await quoteLines(tx, catalog, { ...buyer, order });
  const { items, line } = update.patch;
  if (items !== undefined) refuseUnsellable(quote, order.lines);
  else if (line !== undefined) refuseQuantity(quote, line.id);
  else if (order.currency !== cart.order.currency && quote.refusals.length > 0) {
    const earlier = await quoteLines(tx, catalog, { ...buyer, order: cart.order });
    refuseUnsellable(quote, linesOf(earlier, order.lines));
  }
  return quote;
}

/** Raises `InvalidInput` if this line cannot be sold in its new quantity. */
function refuseQuantity({ refusals }: OrderQuote, id: string): void {
  const refusal = refusals.find(({ lineId }) => lineId === id);
  if (refusal !== undefined) throw invalidInput({ errors: { quantity: [refusal.message] } });
}

/** The lines of a response with this quote: those that could be bought. */
function linesOf(quote: OrderQuote, lines: readonly OrderLine[]): OrderLine[] {
  return lines.filter(({ id }) => quote.lines.some((line) => line.id === id));
}

/** Raises `InvalidInput` with each of the lines that cannot be sold. */
function refuseUnsellable({ refusals }: OrderQuote, lines: readonly OrderLine[]): void {
  const errors: Record<string, string[]> = {};
  for (const { lineId, field, message } of refusals) {
    const index = lines.findIndex(({ id }) => id === lineId);
    if (index !== -1) errors[`items[${index}].${field}`] = [message];
  }
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
}
