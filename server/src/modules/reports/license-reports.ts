import { type ActivationCount, activationCounts, type TrialSales, trialSales } from '../licensing/index.ts';
import type { QueryContext } from '../accounts/index.ts';
import { ORDER_KIND } from '../orders/index.ts';
import { paymentsOf, takesTestMoney } from '../payments/index.ts';
import { daysBetween, monthOf, monthsBetween } from './domain/days.ts';

/** What became of trials, by the month in the account's time zone in which they began, and by product. */
export interface TrialReport {
  readonly timeZone: string;
  readonly items: readonly TrialSales[];
}

/**
 * The trials that began from the month `first` to `last`, both included, such as `2026-11`, and after how many of them the
 * product was bought within 30 days and ever, as of now. Months to come are left out, and so are orders that were paid with
 * test money, once the account takes real money.
 */
export async function trialReport(
  ctx: QueryContext,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<TrialReport> {
  const { timeZone } = ctx.account.settings.documents;
  const current = monthOf(ctx.clock.now(), timeZone);
  const months = monthsBetween(first, last < current ? last : current, timeZone);
  const spans = months.map(({ month: name, from: startsAt, to: endsAt }) => ({ name, startsAt, endsAt }));
  const isTest = await takesTestMoney(ctx);
  const items = await trialSales(ctx, spans, async (ids) => (isTest ? new Set() : testOrders(ctx, ids)));
  return { timeZone, items: inOrder(items) };
}

async function testOrders(ctx: QueryContext, ids: readonly string[]): Promise<Set<string>> {
  const payments = await paymentsOf(ctx, { kind: ORDER_KIND, ids });
  return new Set(payments.filter(({ terms }) => terms?.isTest === true).map(({ subjectId }) => subjectId));
}

/** New activations, by day in the account's time zone and by product. */
export interface ActivationReport {
  readonly timeZone: string;
  readonly items: readonly ActivationCount[];
}

/** The activations of each day from `first` to `last`, both included, such as `2026-11-26`. */
export async function activationReport(
  ctx: QueryContext,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<ActivationReport> {
  const { timeZone } = ctx.account.settings.documents;
  const days = daysBetween(first, last, timeZone);
  const items = await activationCounts(
    ctx,
    days.map(({ day: name, from: startsAt, to: endsAt }) => ({ name, startsAt, endsAt })),
  );
  return { timeZone, items: inOrder(items) };
}

function inOrder<Item extends { readonly span: string; readonly productId: string }>(
  items: readonly Item[],
): Item[] {
  const keyOf = ({ span, productId }: Item) => `${span} ${productId}`;
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
