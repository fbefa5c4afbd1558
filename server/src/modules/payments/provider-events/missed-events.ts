import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { type Context, defineAccountJob, findAccount } from '../../accounts/index.ts';
import { findProvider } from '../find-provider.ts';
import type { ListedEvent, PaymentProvider, TimeSpan } from '../provider.ts';
import { logProviderErrorOfJob, ProviderError } from '../provider-error.ts';
import { receiveEvent } from './receive-events.ts';
import { hasPaymentEvent, hasPaymentOf } from '../store.ts';
import {
  claimEvents,
  type ConnectionKey,
  listConnections,
  readEventTimes,
  writeEventsUntil,
} from '../connections/store-credentials.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The retention time of providers' lists. */
const LIST_MS = 30 * DAY_MS;
/** An event may enter the list a little after it happened. */
const OVERLAP_MS = 10 * 60_000;
const AT_ONCE = 100;

/**
 * Housekeeping: once an hour, compares the list of events of every connected provider, so that events that never
 * arrived take effect, too. Returns the number of providers that this process has queried.
 */
export async function catchUpOnEvents(system: System): Promise<number> {
  const cutoff = new Date(system.clock.now().getTime() - HOUR_MS);
  let count = 0;
  let rows: ConnectionKey[] = [];
  do {
    rows = await listConnections(system.database.reader, { cutoff, after: rows.at(-1), limit: AT_ONCE });
    for (const row of rows) if (await startCatchUp(system, row, cutoff)) count += 1;
  } while (rows.length === AT_ONCE);
  return count;
}

async function startCatchUp(
  system: System,
  { accountId, provider }: ConnectionKey,
  cutoff: Date,
): Promise<boolean> {
  const account = await findAccount(system, accountId);
  if (account === undefined) return false;
  const actor = { kind: 'Job', id: 'payments.catch-up-on-events' } as const;
  return transaction({ ...system, account, actor }, async (tx) => {
    // Of two processes, one queries.
    if (!(await claimEvents(tx, { provider, cutoff, now: tx.clock.now() }))) return false;
    await missedEventsJob.enqueue(tx, { provider });
    return true;
  });
}

/**
 * Compares a day of the provider's list of events with those that arrived, and processes each missing one; then the
 * next day, until now. A provider that does not respond is queried again an hour later, from where this ended. Events
 * that cannot be read do not delay the others: a separate job tries the span again.
 */
export const missedEventsJob = defineAccountJob(
  'payments.missed-events',
  Type.Object({ provider: Type.String() }),
  async (ctx: Context, { provider: name }, job) => {
    const provider = findProvider(ctx, name);
    const next = await nextSpan(ctx, name);
    if (provider === undefined || next === undefined || !(await provider.isReady(ctx))) return;
    const { span, isLast } = next;
    const failures = await catchUp(ctx, provider, span);
    if (failures === undefined) return;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const [from, to] = [span.from.toISOString(), span.to.toISOString()];
      if (failures > 0) await unreadEventsJob.enqueue(tx, { provider: name, from, to });
      await writeEventsUntil(tx, name, span.to);
      if (!isLast) await missedEventsJob.enqueue(tx, { provider: name });
    });
  },
);

/** Tries a span with unreadable events again, and fails while some are still unreadable. */
export const unreadEventsJob = defineAccountJob(
  'payments.unread-events',
  Type.Object({ provider: Type.String(), from: Type.String(), to: Type.String() }),
  async (ctx: Context, { provider: name, from, to }) => {
    const provider = findProvider(ctx, name);
    if (provider === undefined || !(await provider.isReady(ctx))) return;
    const failures = await catchUp(ctx, provider, { from: new Date(from), to: new Date(to) });
    if (failures !== 0) throw new Error(`${failures ?? 'all'} events of ${name} cannot be read`);
  },
);

/**
 * The next span of at most a day to query, and whether it ends now: the next hour follows from there. `undefined` when
 * the account is no longer connected.
 */
async function nextSpan(
  ctx: Context,
  provider: string,
): Promise<{ readonly span: TimeSpan; readonly isLast: boolean } | undefined> {
  const { reader } = ctx.database;
  const times = await readEventTimes(reader, ctx.account.id, provider);
  if (times === undefined) return undefined;
  const now = ctx.clock.now().getTime();
  const earliest = now - LIST_MS;
  // A new connection may follow another one that has made payments.
  const isFirst = times.eventsUntil === null && !(await hasPaymentOf(reader, ctx.account.id, provider));
  const start = isFirst ? times.createdAt.getTime() : (times.eventsUntil?.getTime() ?? earliest);
  const from = Math.max(start - OVERLAP_MS, earliest);
  const isLast = from + DAY_MS >= now;
  return { span: { from: new Date(from), to: new Date(isLast ? now : from + DAY_MS) }, isLast };
}

/** The number of events that could not be read; `undefined` if the provider did not return its list. */
async function catchUp(ctx: Context, provider: PaymentProvider, span: TimeSpan): Promise<number | undefined> {
  const events = await listOf(ctx, provider, span);
  if (events === undefined) return undefined;
  let failures = 0;
  for (const event of events) {
    try {
      await catchUpOn(ctx, provider.name, event);
    } catch (error) {
      failures += 1;
      const { name } = provider;
      ctx.log.warn({ err: error, provider: name, eventId: event.id, failures }, 'an event could not be read');
    }
  }
  return failures;
}

async function listOf(
  ctx: Context,
  provider: PaymentProvider,
  span: TimeSpan,
): Promise<readonly ListedEvent[] | undefined> {
  try {
    return (await provider.eventsBetween?.(ctx, span)) ?? [];
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const text = 'events that never arrived could not be looked for';
    logProviderErrorOfJob(ctx, error, { provider: provider.name }, { text });
    return undefined;
  }
}

async function catchUpOn(ctx: Context, provider: string, { id, read }: ListedEvent): Promise<void> {
  if (await hasPaymentEvent(ctx.database.reader, ctx.account.id, { provider, eventId: id })) return;
  const event = await read();
  if (event === undefined) return;
  const isNew = await transaction(ctx, (tx) => receiveEvent(tx, provider, event));
  if (isNew) ctx.log.warn({ provider, eventId: id }, 'an event of a payment provider had not arrived');
}
