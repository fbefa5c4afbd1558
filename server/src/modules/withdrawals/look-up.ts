import type { QueryContext } from '../accounts/index.ts';
import { readerOf } from '../../platform/context/context.ts';
import { emailKey, findCustomer } from '../customers/index.ts';
import { firstUses, usesOfChanges } from '../licensing/index.ts';
import {
  getOrder,
  hasWithdrawal,
  type Order,
  readOrderNumber,
  type SoldLine,
  soldOrder,
} from '../orders/index.ts';
import { getSubscription } from '../subscriptions/index.ts';
import { type Entitlement, entitlementOf, withdrawalEnd } from './domain/entitlement.ts';
import { withdrawalOrderUnknown } from './problems.ts';
import { linesOfOrder } from './store.ts';
import type { WithdrawalLine } from './tables.ts';

/** What a buyer names to withdraw without signing in. */
export interface OrderClaim {
  /** The number of the order, as typed. */
  readonly number: string;
  /** The address of the receipt, or of the customer. */
  readonly email: string;
}

/** A line of an order, and whether it can be withdrawn. */
export interface WithdrawableLine {
  readonly id: string;
  readonly title: string;
  /** The units that were not refunded; 0: there is nothing to withdraw. */
  readonly quantity: number;
  /** What they cost, in minor units of the order's currency. */
  readonly amountMinor: number;
  readonly entitlement: Entitlement;
  /** The consent to immediate delivery, if the buyer gave one. */
  readonly waiver: { readonly at: Date; readonly text: string } | undefined;
  /** When it was first downloaded, or activated on a device. */
  readonly accessedAt: Date | undefined;
  /** Its withdrawal, if it was withdrawn before. */
  readonly withdrawal: WithdrawalLine | undefined;
}

/** A paid order with its lines. */
export interface WithdrawableOrder {
  readonly order: Order;
  readonly number: string;
  /** When the period of withdrawal ends. */
  readonly end: Date;
  readonly lines: readonly WithdrawableLine[];
}

/**
 * The order that a buyer wants to withdraw from, with what the law says about each line. Raises
 * `WithdrawalOrderUnknown` for a wrong number and for a wrong address alike.
 */
export async function lookUpOrder(ctx: QueryContext, claim: OrderClaim): Promise<WithdrawableOrder> {
  const number = readOrderNumber(claim.number);
  const sold = number === undefined ? undefined : await soldOrder(ctx, number);
  if (number === undefined || sold === undefined || !(await isBuyer(ctx, sold.order, claim.email)))
    throw withdrawalOrderUnknown();
  const { order } = sold;
  const { first, startedAt } = await beginningOf(ctx, order);
  // A renewal is no new contract; a plan or a payoff that the buyer has chosen is.
  const isRenewal = order.origin === 'Renewal';
  const contract = isRenewal ? first : order;
  const since = isRenewal ? startedAt : (order.paidAt ?? order.createdAt);
  const end = withdrawalEnd(since, ctx.account.settings.documents.timeZone);
  const [earlier, ofFirst, ofAdded, ofChanges] = await Promise.all([
    linesOfOrder(readerOf(ctx), ctx.account.id, order.id),
    firstUses(ctx, first.id),
    firstUses(ctx, order.id),
    usesOfChanges(ctx, order.id),
  ]);
  const uses = new Map([...ofFirst, ...ofAdded, ...ofChanges]);
  const lines = sold.lines.map((line) => {
    const accessedAt = uses.get(line.id);
    return {
      ...lineOf(line),
      entitlement: entitlementOf({
        ...buyerFacts(order),
        now: ctx.clock.now(),
        end,
        isWaived: contract.content?.consent !== undefined,
        isAccessed: accessedAt !== undefined,
      }),
      waiver: waiverOf(contract),
      accessedAt,
      withdrawal: earlier.find(({ lineId }) => lineId === line.id),
    };
  });
  return { order, number, end, lines };
}

/**
 * The order whose licenses a payment is for, and since when: that which began the subscription, or the order itself. One that
 * was imported has run elsewhere before.
 */
async function beginningOf(
  ctx: QueryContext,
  order: Order,
): Promise<{ readonly first: Order; readonly startedAt: Date }> {
  if (order.subscriptionId === null) return { first: order, startedAt: order.createdAt };
  const { orderId, startedAt } = await getSubscription(ctx, order.subscriptionId);
  return { first: await getOrder(ctx, orderId), startedAt };
}

async function isBuyer(ctx: QueryContext, { billing, customerId }: Order, email: string): Promise<boolean> {
  const key = emailKey(email);
  if (billing.email !== undefined && emailKey(billing.email) === key) return true;
  const customer = customerId === null ? undefined : await findCustomer(ctx, customerId);
  return customer?.isDeleted === false && customer.emailKey === key;
}

function lineOf({ id, title, quantity, returnedQuantity, dueMinor, returnedMinor }: SoldLine) {
  return { id, title, quantity: quantity - returnedQuantity, amountMinor: dueMinor - returnedMinor };
}

function buyerFacts({ billing, content }: Order) {
  const country = billing.address?.countryCode ?? content?.tax?.place.country;
  return {
    isBusiness: Boolean(billing.businessName?.trim()) || Boolean(billing.taxId?.trim()),
    isInCountry: country === undefined || hasWithdrawal(country),
  };
}

function waiverOf({ content }: Order): WithdrawableLine['waiver'] {
  const consent = content?.consent;
  return consent && { at: new Date(consent.at), text: consent.text };
}
