import type { CommandTx } from '../../accounts/index.ts';
import { findCustomer, type Owner } from '../../customers/index.ts';
import type { Variation } from '../../catalog/index.ts';
import {
  awaitedBy,
  grantLicenses,
  type JoinableLicense,
  joinSubscription,
  limitsOf,
} from '../../licensing/index.ts';
import { type Billing, type Purchase, recordPastSale } from '../../orders/index.ts';
import { importMethod } from '../../payments/index.ts';
import { NOTHING_YET } from '../begin-subscriptions.ts';
import { anchorOf, boundary } from '../domain/calendar.ts';
import { endOfGrace } from '../domain/dunning.ts';
import { firstFallback } from '../domain/fallback.ts';
import { nextStepAt } from '../domain/schedule.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { noticeAt } from '../notice-at.ts';
import { beginMilestones } from '../owning/milestones.ts';
import { scheduleStep } from '../renewals/step-job.ts';
import { recordRevenue } from '../revenue/record-revenue.ts';
import { insertPeriod, insertSubscription } from '../store.ts';
import type { Period, Subscription } from '../tables.ts';
import type { PreparedSubscription } from './prepare-imports.ts';

/** A subscription that can go on here. */
interface Imported {
  readonly prepared: PreparedSubscription;
  /** Locked. */
  readonly owner: Owner;
  /** Those that were issued before; without any, new ones are granted. */
  readonly licenses: readonly JoinableLicense[];
}

/**
 * Lets a subscription that ran elsewhere go on here: with an order of nothing that it belongs to, its paid cycles as periods,
 * its payment method and its licenses. The next renewal is due at the end of the paid period, as for every other one.
 */
export async function beginImported(tx: CommandTx, imported: Imported): Promise<Subscription> {
  const { prepared, owner } = imported;
  const { draft, catalog, productIds, next } = prepared;
  const { type, id: itemId, variationId, quantity = 1 } = draft.content;
  const item = {
    productId: type === 'Product' ? itemId : null,
    bundleId: type === 'Bundle' ? itemId : null,
    variationId,
    quantity,
  };
  const awaitsEmailKey =
    awaitedBy(tx.account, owner, draft.ownerId === undefined ? 'Address' : 'Customer') ?? null;
  const billing = await billingOf(tx, owner);
  const { order, line, content } = await recordPastSale(tx, catalog, {
    customerId: awaitsEmailKey === null ? owner.id : null,
    currency: draft.price.currency,
    billing,
    item,
    productIds,
    locale: draft.locale,
    terms: next?.terms,
  });
  const method = prepared.method && (await importMethod(tx, prepared.method));
  const base = rowOf(tx, imported, { orderId: order.id, lineId: line.id, billing, item });
  const fresh = { ...base, awaitsEmailKey, methodId: method?.id ?? null };
  const periods = periodsOf(fresh, draft.paidCycles ?? 1, prepared.calendar?.count ?? 1);
  const { milestones, ...terms } = catalog.variation(variationId)?.subscriptionTerms ?? {};
  const subscription = await scheduled(tx, withTerms(fresh, terms, periods));
  await insertSubscription(tx, subscription);
  for (const period of periods) await insertPeriod(tx, period);
  recordRevenue(tx, subscription);
  // What it had reached where it ran before was given there.
  await beginMilestones(tx, subscription, milestones, draft.paidCycles ?? 1);
  await giveLicenses(tx, imported, { subscription, content });
  await scheduleStep(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.imported', subscription, {
    orderId: order.id,
    period: periods.length,
    endsAt: subscription.paidUntil,
  });
  return subscription;
}

async function billingOf(tx: CommandTx, { id }: Owner): Promise<Billing> {
  const customer = await findCustomer(tx, id);
  if (customer === undefined) throw new Error(`customer ${id} is gone`);
  return { ...(customer.name !== null && { name: customer.name }), email: customer.email };
}

interface FirstSale {
  readonly orderId: string;
  readonly lineId: string;
  readonly billing: Billing;
  readonly item: Pick<Subscription, 'productId' | 'bundleId' | 'variationId' | 'quantity'>;
}

function rowOf(tx: CommandTx, { prepared, owner }: Imported, { item, ...sale }: FirstSale): Subscription {
  const { draft, calendar, price, next } = prepared;
  if (calendar === undefined || next === undefined)
    throw new Error(`subscription ${draft.externalId} was not prepared`);
  const { anchor, count } = calendar;
  const paidUntil = boundary(anchor, draft.cycleLength, count);
  const now = tx.clock.now();
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    customerId: owner.id,
    awaitsEmailKey: null,
    ...sale,
    ...item,
    status: 'Active',
    cycleLength: draft.cycleLength,
    currency: draft.price.currency,
    price,
    total: next.total,
    anchorDate: anchor.date,
    anchorTime: anchor.time,
    anchorZone: anchor.zone,
    anchorNumber: 1,
    startedAt: draft.startedAt ?? boundary(anchor, draft.cycleLength, 0),
    paidUntil,
    expiresAt: endOfGrace(paidUntil, tx.account.settings.subscriptions.graceDays),
    ...NOTHING_YET,
    freeDays: null,
    ownAfterCycles: null,
    methodId: null,
    locale: draft.locale ?? null,
    externalId: draft.externalId,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The reason of a period before the paid cycles that count. */
const IMPORTED = 'Imported';

/** Its periods, the last ones paid: as many as the vendor says. */
function periodsOf(subscription: Subscription, paidCycles: number, count: number): Period[] {
  const { accountId, id: subscriptionId, cycleLength, createdAt, quantity: units } = subscription;
  const anchor = anchorOf(subscription);
  return Array.from({ length: count }, (_, index) => ({
    accountId,
    subscriptionId,
    number: index + 1,
    startsAt: boundary(anchor, cycleLength, index),
    endsAt: boundary(anchor, cycleLength, index + 1),
    state: 'Paid',
    reason: index < count - paidCycles ? IMPORTED : null,
    orderId: null,
    units,
    createdAt,
    updatedAt: createdAt,
  }));
}

/** What its plan promises now, and what its paid cycles have earned of that. */
function withTerms(
  subscription: Subscription,
  { ownAfterCycles, fallbackAfterCycles, canPause = false, payoffBasisPoints }: Terms,
  periods: readonly Period[],
): Subscription {
  const fallback = firstFallback(periods.toReversed(), fallbackAfterCycles ?? null);
  return {
    ...subscription,
    ownAfterCycles: ownAfterCycles ?? null,
    canPause,
    payoffBasisPoints: payoffBasisPoints ?? null,
    fallback,
  };
}

type Terms = NonNullable<Variation['subscriptionTerms']>;

async function scheduled(tx: CommandTx, subscription: Subscription): Promise<Subscription> {
  const announced = { ...subscription, noticeAt: await noticeAt(tx, subscription) };
  return { ...announced, dueAt: nextStepAt(announced, false) };
}

/** Its licenses are those that were issued before, or new ones. */
async function giveLicenses(
  tx: CommandTx,
  { licenses, owner }: Imported,
  {
    subscription,
    content,
  }: { readonly subscription: Subscription; readonly content: Pick<Purchase, 'grants'> },
): Promise<void> {
  const { id: subscriptionId, orderId, lineId, variationId, expiresAt, awaitsEmailKey } = subscription;
  const membership = { subscriptionId, orderId, orderLineId: lineId, variationId, expiresAt };
  if (licenses.length > 0) return joinSubscription(tx, licenses, membership);
  const recipient = { customerId: owner.id, awaitsEmailKey: awaitsEmailKey ?? undefined };
  const now = tx.clock.now();
  for (const { productId, quantity, gives } of content.grants)
    await grantLicenses(tx, { ...membership, ...recipient, productId, quantity, ...limitsOf(gives, now) });
}
