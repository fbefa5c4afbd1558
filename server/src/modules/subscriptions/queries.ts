import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { subjectText } from '../../platform/journal/record.ts';
import { listEvents } from '../../platform/journal/store.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import type { Context, QueryContext } from '../accounts/index.ts';
import { payPageOf } from '../orders/index.ts';
import * as store from './store.ts';
import { subscriptionsBegunBy } from './store-sales.ts';
import type { Period, Subscription, SubscriptionFilter } from './tables.ts';

/** Subscriptions of the account, newest first (subscriptions, section 5). */
export function listSubscriptions(ctx: QueryContext, filter: SubscriptionFilter): Promise<Subscription[]> {
  return store.listSubscriptions(readerOf(ctx), ctx.account.id, filter);
}

/**
 * Subscriptions of a customer, newest first, without those that wait for the proof of an address, or have ended and count for
 * another one.
 */
export async function listOwnSubscriptions(
  ctx: QueryContext,
  filter: RowPage & { readonly customerId: string },
): Promise<Subscription[]> {
  return store.listOwnSubscriptions(readerOf(ctx), ctx.account.id, filter);
}

/** A subscription of the account. Raises `NotFound`. */
export async function getSubscription(ctx: QueryContext, id: string): Promise<Subscription> {
  const subscription = await store.readSubscription(readerOf(ctx), ctx.account.id, id);
  if (subscription === undefined) throw unknown(id);
  return subscription;
}

/**
 * A subscription of a customer. Raises `NotFound`, also for one of another customer, and for one that waits for the
 * proof of an address.
 */
export async function getOwnSubscription(
  ctx: QueryContext,
  id: string,
  customerId: string,
): Promise<Subscription> {
  const subscription = await getSubscription(ctx, id);
  if (subscription.customerId !== customerId || subscription.awaitsEmailKey !== null) throw unknown(id);
  return subscription;
}

/** The subscriptions with these ids, by their ids. */
export async function subscriptionsWithIds(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  const rows = ids.length === 0 ? [] : await store.readSubscriptions(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The subscriptions that an order began, by its lines. */
export function subscriptionsOfOrder(ctx: QueryContext, orderId: string): Promise<Subscription[]> {
  return subscriptionsBegunBy(readerOf(ctx), ctx.account.id, orderId);
}

/** Periods of a subscription, oldest first or newest first, up to one more than `limit`. */
export function pagePeriods(
  ctx: QueryContext,
  subscription: Subscription,
  page: store.PeriodPage,
): Promise<Period[]> {
  return store.listPeriods(readerOf(ctx), subscription, page);
}

/** The period of each subscription that runs now, or its last one, by the subscription's id. */
export function currentPeriods(
  ctx: QueryContext,
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<string, Period>> {
  const ids = subscriptions.map(({ id }) => id);
  return store.periodsAt(readerOf(ctx), ctx.account.id, ids, ctx.clock.now());
}

/** The page on which the open renewal of a subscription is paid without signing in; `undefined` when none is open. */
export async function payPageOfSubscription(
  ctx: Context,
  subscription: Subscription,
): Promise<string | undefined> {
  const { state, orderId } = await store.lastPeriod(readerOf(ctx), subscription);
  if (state !== 'Open' || orderId === null) return undefined;
  const { customerId, awaitsEmailKey } = subscription;
  return payPageOf(ctx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
}

/** Events of the journal that concern a subscription, up to one more than `limit`. Raises `NotFound`. */
export async function subscriptionTimeline(
  ctx: QueryContext,
  id: string,
  page: { readonly afterId: string | undefined; readonly limit: number; readonly isOldestFirst: boolean },
): Promise<EventRow[]> {
  await getSubscription(ctx, id);
  const subject = subjectText('subscription', id);
  return listEvents(readerOf(ctx), ctx.account.id, { ...page, subject });
}

function unknown(id: string) {
  return notFound({ detail: `There is no subscription ${id}.` });
}
