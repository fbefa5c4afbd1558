import { readerOf, transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { openOrdersOf, payPageOf, placeOrder } from '../../orders/index.ts';
import type { AgreedPrice } from '../../pricing/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { payoffNotPossible } from '../problems.ts';
import { withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { restOf } from './rest-of.ts';

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
  const { endedAt, status, paymentState } = subscription;
  if (endedAt !== null || status === 'Completed' || paymentState !== 'Paid') return undefined;
  const rest = await restOf(readerOf(ctx), subscription);
  if (rest === undefined) return undefined;
  const perpetualMinor = perpetualPrice(subscription, catalog);
  return { cycles: rest.cycles, amountMinor: Math.min(rest.amountMinor, perpetualMinor) };
}

/**
 * The list price of as many perpetual licenses of the same item; `Infinity` where it sells none in the currency. A free one
 * is an edition of its own, and caps nothing; of several, the dearest is what a rent to own leads to.
 */
function perpetualPrice({ productId, bundleId, currency, quantity }: Subscription, catalog: Catalog): number {
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  const prices = (item?.variations ?? []).flatMap(({ recurrence, upgrade, prices: { [currency]: minor } }) =>
    recurrence === 'OneOff' && upgrade === null && minor ? [minor * quantity] : [],
  );
  return prices.length === 0 ? Infinity : Math.max(...prices);
}

/**
 * The page on which the buyer pays the rest of a rent to own at once. An earlier page whose price has changed since leads
 * nowhere any more. Raises `NotFound` and `PayoffNotPossible`.
 */
export async function openPayoff(ctx: Context, id: string): Promise<string> {
  const catalog = await loadCatalog(ctx);
  return transaction(ctx, async (tx) => {
    const { subscription, isOpen } = await lockWithOrder(tx, id);
    const payoff = isOpen ? undefined : await payoffOf(tx, subscription, catalog);
    const earlier = await openOrdersOf(tx, id, 'Payoff');
    if (payoff === undefined || earlier.some(({ status }) => status !== 'Open')) throw payoffNotPossible();
    await withdrawPayoffs(tx, subscription);
    return payPageOf(tx, await placePayoff(tx, subscription, payoff));
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
    isLast: true,
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
