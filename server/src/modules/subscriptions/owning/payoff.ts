import { readerOf, transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { lockForPayment, openOrdersOf, payPageOf, placeOrder, withdrawOrder } from '../../orders/index.ts';
import { agreedSubtotal, type AgreedPrice, priceOfPayment } from '../../pricing/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { payoffNotPossible } from '../problems.ts';
import { countCycles } from '../store.ts';
import type { Subscription } from '../tables.ts';

/** The rest of a rent to own, paid at once. */
export interface Payoff {
  /** The cycles that are left. */
  readonly cycles: number;
  /** What they cost together, in minor units, without taxes on top: never more than the perpetual license. */
  readonly amountMinor: number;
}

/**
 * What it costs to pay the rest of a rent to own at once (subscriptions, section 4); `undefined` for a subscription that does
 * not lead there, that has ended, or of which a payment is open: that is paid first.
 */
export async function payoffOf(
  ctx: QueryContext,
  subscription: Subscription,
  catalog: Catalog,
): Promise<Payoff | undefined> {
  const { ownAfterCycles, endedAt, status, paymentState, price, quantity } = subscription;
  if (ownAfterCycles === null || endedAt !== null || status === 'Completed' || paymentState !== 'Paid')
    return undefined;
  const { payments: paid, unrefunded } = await countCycles(readerOf(ctx), subscription);
  const cycles = ownAfterCycles - unrefunded;
  if (cycles <= 0) return undefined;
  const restMinor = Array.from({ length: cycles }, (_, index) =>
    agreedSubtotal(priceOfPayment(price, paid + index), quantity),
  ).reduce((sum, amountMinor) => sum + amountMinor, 0);
  const perpetualMinor = perpetualPrice(subscription, catalog);
  return {
    cycles,
    amountMinor: perpetualMinor === undefined ? restMinor : Math.min(restMinor, perpetualMinor),
  };
}

/** The list price of as many perpetual licenses of the same item; `undefined` where it sells none in the currency. */
function perpetualPrice(
  { productId, bundleId, currency, quantity }: Subscription,
  catalog: Catalog,
): number | undefined {
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  const prices = (item?.variations ?? []).flatMap(({ recurrence, upgrade, prices: { [currency]: minor } }) =>
    recurrence === 'OneOff' && upgrade === null && minor !== undefined ? [minor * quantity] : [],
  );
  return prices.length === 0 ? undefined : Math.min(...prices);
}

const MOST_LOOKS = 3;

/**
 * The page on which the buyer pays the rest of a rent to own at once. An earlier page whose price has changed since leads
 * nowhere any more. Raises `NotFound` and `PayoffNotPossible`.
 */
export async function openPayoff(ctx: Context, id: string): Promise<string> {
  const catalog = await loadCatalog(ctx);
  return transaction(ctx, async (tx) => {
    for (let look = 1; look <= MOST_LOOKS; look += 1) {
      const before = await openOrdersOf(tx, id, 'Payoff');
      // Orders are locked before their subscription.
      for (const { id: orderId } of before) await lockForPayment(tx, orderId);
      const { subscription, isOpen } = await lockWithOrder(tx, id);
      const now = await openOrdersOf(tx, id, 'Payoff');
      if (now.map((order) => order.id).join() !== before.map((order) => order.id).join()) continue;
      const payoff = isOpen ? undefined : await payoffOf(tx, subscription, catalog);
      if (payoff === undefined || now.some(({ status }) => status !== 'Open')) throw payoffNotPossible();
      for (const order of now) await withdrawOrder(tx, order.id);
      return payPageOf(tx, await placePayoff(tx, subscription, payoff));
    }
    throw new Error(`the payoff of subscription ${id} changes again and again`);
  });
}

function placePayoff(tx: CommandTx, subscription: Subscription, { amountMinor }: Payoff) {
  const { id, customerId, awaitsEmailKey, lineId, productId, bundleId, variationId } = subscription;
  const { quantity, currency, billing } = subscription;
  const unitOriginalMinor = Math.ceil(amountMinor / quantity);
  const roundingMinor = unitOriginalMinor * quantity - amountMinor;
  const agreed: AgreedPrice = {
    unitOriginalMinor,
    adjustments: [],
    reductions: roundingMinor === 0 ? [] : [{ name: 'Rounding', amountMinor: roundingMinor }],
  };
  return placeOrder(tx, {
    origin: 'Payoff',
    subscriptionId: id,
    customerId: awaitsEmailKey === null ? customerId : null,
    currency,
    billing: awaitsEmailKey === null ? {} : billing,
    lines: [{ id: lineId, productId, bundleId, variationId, quantity, offerId: null, agreed }],
  });
}
