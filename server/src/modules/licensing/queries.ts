import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import { subjectText } from '../../platform/journal/record.ts';
import { listEvents } from '../../platform/journal/store.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import type { QueryContext } from '../accounts/index.ts';
import { type Ownership, ownershipOf } from './domain/ownership.ts';
import { hasPassed } from './domain/license-state.ts';
import { type FoundAddOnSeat, findAddOnSeats } from './store/add-on-seats.ts';
import * as activationStore from './store/activations.ts';
import * as inventoryStore from './store/inventory.ts';
import * as store from './store/licenses.ts';
import * as orderStore from './store/order-licenses.ts';
import {
  countFreeLicenses as countFree,
  type ProductOwner,
  usableProductEnds,
  usableProductIds,
  usableProductsByCustomer,
} from './store/ownership.ts';
import { licenseIdsOf } from './store/plan-licenses.ts';
import * as reportStore from './store/report-counts.ts';
import * as trialStore from './store/trials.ts';
import * as usageStore from './store/usage.ts';
import type {
  Activation,
  ActivationCount,
  ActivationFilter,
  HoldingsFilter,
  License,
  LicenseFilter,
  ListedActivation,
  ListFilter,
  NamedSpan,
  ProductHolding,
  Trial,
  TrialDay,
  TrialFilter,
  TrialSales,
  UsageDay,
  UsageFilter,
} from './tables.ts';

/** When a license of each line of an order was first downloaded or activated, by the line's id. */
export function firstUses(ctx: QueryContext, orderId: string): Promise<ReadonlyMap<string, Date>> {
  return orderStore.firstUses(readerOf(ctx), ctx.account.id, orderId);
}

/** The license with this id; `undefined` when the account has none. */
export function findLicense(ctx: QueryContext, id: string): Promise<License | undefined> {
  return store.findLicense(readerOf(ctx), ctx.account.id, id);
}

/** Events of the journal that concern a license, newest first, up to one more than `limit`. Raises `NotFound`. */
export async function licenseTimeline(
  ctx: QueryContext,
  id: string,
  page: { readonly afterId: string | undefined; readonly limit: number },
): Promise<EventRow[]> {
  if ((await findLicense(ctx, id)) === undefined) throw notFound({ detail: `There is no license ${id}.` });
  return listEvents(readerOf(ctx), ctx.account.id, { ...page, subject: subjectText('license', id) });
}

/** The licenses with these ids that the account has, in any order. */
export function findLicenses(ctx: QueryContext, ids: readonly string[]): Promise<License[]> {
  return store.findLicenses(readerOf(ctx), ctx.account.id, ids);
}

/** The device with this id, also one that was released; `undefined` when the account has none. */
export function findActivation(ctx: QueryContext, id: string): Promise<Activation | undefined> {
  return activationStore.findActivation(readerOf(ctx), ctx.account.id, id);
}

/** Licenses of the account, the latest first by the moment of `sortedBy` (core API, Licenses). */
export function listLicenses(ctx: QueryContext, filter: LicenseFilter): Promise<License[]> {
  return store.listLicenses(readerOf(ctx), ctx.account.id, filter, ctx.clock.now());
}

/** The ids of at most so many licenses of each subscription, newest first, by the subscription's id. */
export function licensesOfSubscriptions(
  ctx: QueryContext,
  subscriptionIds: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return licenseIdsOf(readerOf(ctx), ctx.account.id, subscriptionIds, most);
}

/**
 * Those of these licenses that belong to the customer, newest first, without those that wait for the proof of an email.
 */
export function listOwnLicenses(
  ctx: QueryContext,
  filter: ListFilter & { readonly customerId: string },
): Promise<License[]> {
  return store.listOwnLicenses(readerOf(ctx), ctx.account.id, filter);
}

/** The number of free licenses of a product that a customer has, without revoked ones. */
export function countFreeLicenses(ctx: QueryContext, owner: ProductOwner): Promise<number> {
  return countFree(readerOf(ctx), ctx.account.id, owner);
}

/** The products that the customer may use now, or at another moment, and the time at which that changes by itself. */
export async function findOwnership(
  ctx: QueryContext,
  customerId: string,
  at: Date = ctx.clock.now(),
): Promise<Ownership> {
  return ownershipOf(await usableProductEnds(readerOf(ctx), ctx.account.id, customerId, at));
}

/** Ids of the products that the customer may use now, or at another moment, sorted. */
export function ownedProductIds(
  ctx: QueryContext,
  customerId: string,
  at: Date = ctx.clock.now(),
): Promise<string[]> {
  return usableProductIds(readerOf(ctx), ctx.account.id, customerId, at);
}

/** The products that a customer may use now, sorted by id. */
export interface CustomerProducts {
  readonly owned: readonly string[];
  /** Those of them that a subscription pays for. */
  readonly subscribed: readonly string[];
}

/** The products of many customers at once; customers without any have empty lists. */
export async function productsOfCustomers(
  ctx: QueryContext,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CustomerProducts>> {
  const { account, clock } = ctx;
  const rows = await usableProductsByCustomer(readerOf(ctx), account.id, customerIds, clock.now());
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map(
    customerIds.map((id) => {
      const usable = byCustomer.get(id) ?? [];
      // What was paid in full, or is kept after the end, has no end of its own.
      const subscribed = usable.filter(
        ({ subscriptionId, expiresAt }) => subscriptionId !== null && expiresAt !== null,
      );
      return [id, { owned: distinctProducts(usable), subscribed: distinctProducts(subscribed) }];
    }),
  );
}

function distinctProducts(rows: readonly { readonly productId: string }[]): string[] {
  return [...new Set(rows.map(({ productId }) => productId))];
}

/** The customer's holdings by product, in any order; optionally only of some products. */
export function holdingsOf(ctx: QueryContext, filter: HoldingsFilter): Promise<ProductHolding[]> {
  return inventoryStore.holdingsOf(readerOf(ctx), ctx.account.id, filter);
}

/** Devices that hold or held a seat of the customer's licenses, newest first. */
export function listActivations(ctx: QueryContext, filter: ActivationFilter): Promise<ListedActivation[]> {
  return inventoryStore.listActivations(readerOf(ctx), ctx.account.id, filter);
}

/** The seats of add-ons that devices hold, by the device's activation; the add-ons of each by their ids. */
export async function addOnsOfDevices(
  ctx: QueryContext,
  activationIds: readonly string[],
): Promise<(activationId: string) => readonly FoundAddOnSeat[]> {
  const seats = await findAddOnSeats(readerOf(ctx), ctx.account.id, activationIds);
  const now = ctx.clock.now();
  const inUse = seats.filter(
    ({ status, licenseStatus, expiresAt }) =>
      status === 'Active' && licenseStatus === 'Active' && !hasPassed(expiresAt, now),
  );
  const byDevice = Map.groupBy(
    inUse.toSorted((one, other) => (one.productId < other.productId ? -1 : 1)),
    ({ parentId }) => parentId,
  );
  return (activationId) => byDevice.get(activationId) ?? [];
}

/** Devices that hold or held a seat of a license, newest first; up to one more than `limit`. */
export function listLicenseActivations(
  ctx: QueryContext,
  licenseId: string,
  page: RowPage,
): Promise<Activation[]> {
  return activationStore.listLicenseActivations(readerOf(ctx), ctx.account.id, licenseId, page);
}

/** The trial with this id; `undefined` when the account has none. */
export function findTrial(ctx: QueryContext, id: string): Promise<Trial | undefined> {
  return trialStore.findTrial(readerOf(ctx), ctx.account.id, id);
}

/** Trials of the account, the latest first by the moment of `sortedBy` (core API, Trials). */
export function listTrials(ctx: QueryContext, filter: TrialFilter): Promise<Trial[]> {
  return trialStore.listTrials(readerOf(ctx), ctx.account.id, filter, ctx.clock.now());
}

/** Active devices of each day, by product, kind, version and platform. */
export function listUsage(ctx: QueryContext, filter: UsageFilter): Promise<UsageDay[]> {
  return usageStore.listUsage(readerOf(ctx), ctx.account.id, filter);
}

/** Trials of each day, by product. */
export function listTrialDays(ctx: QueryContext, filter: UsageFilter): Promise<TrialDay[]> {
  return usageStore.listTrialDays(readerOf(ctx), ctx.account.id, filter);
}

/**
 * The trials that began in each span, by product, and after how many of them the product was bought, as of now, without the
 * orders that are excluded.
 */
export function trialSales(
  ctx: QueryContext,
  spans: readonly NamedSpan[],
  excludedOrders: reportStore.ExcludedOrders,
): Promise<TrialSales[]> {
  return reportStore.countTrialSales(readerOf(ctx), { accountId: ctx.account.id, spans }, excludedOrders);
}

/** The activations that began in each span, by product, also those that have ended since. */
export function activationCounts(ctx: QueryContext, spans: readonly NamedSpan[]): Promise<ActivationCount[]> {
  return reportStore.countActivations(readerOf(ctx), { accountId: ctx.account.id, spans });
}
