import { notFound } from '../../kernel/problem.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { transaction } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import { type CommandTx, type Context, findAccount } from '../accounts/index.ts';
import { type Customer, findCustomer, lockCustomer } from '../customers/index.ts';
import { invalidCode } from '../identity/index.ts';
import { recordViewEvent } from './events.ts';
import { deleteView, exchangeCode, findOldViews, findViewByCode, insertView } from './store.ts';
import { type CustomerView, type Viewer, viewOf } from './view.ts';

const MINUTE_MS = 60_000;

/** How long a view lasts, however often it is used. */
const VIEW_MINUTES = 30;

/** How long its link waits to be opened. */
const LINK_MINUTES = 2;

/**
 * Begins a look at a customer's account, for half an hour, and returns the code that opens it once, within two minutes.
 * The journal has it with the reason. Raises `NotFound`, also for a deleted customer.
 */
export async function beginView(
  tx: CommandTx,
  {
    customerId,
    viewer,
    reason,
  }: { readonly customerId: string; readonly viewer: Viewer; readonly reason: string },
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  if ((await lockCustomer(tx, customerId)) === undefined)
    throw notFound({ detail: `There is no customer ${customerId}.` });
  const code = tx.ids.secret();
  const id = tx.ids.guid();
  const createdAt = tx.clock.now();
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS);
  const expiresAt = later(VIEW_MINUTES);
  await insertView(tx, {
    accountId: tx.account.id,
    id,
    customerId,
    viewerKind: viewer.kind,
    viewerId: viewer.id,
    sessionId: viewer.kind === 'Operator' ? viewer.sessionId : null,
    codeHash: hashSecret(code),
    tokenHash: null,
    createdAt,
    openUntil: later(LINK_MINUTES),
    expiresAt,
  });
  recordViewEvent(tx, {
    type: 'customer.view-begun',
    subjects: { customer: customerId },
    data: { viewId: id, reason, expiresAt: expiresAt.toISOString() },
  });
  return { code, expiresAt };
}

/** Opens a view with the code of its link, once: the token shows what the customer sees. Raises 400 `InvalidCode`. */
export async function openView(
  ctx: Context,
  code: string,
): Promise<{ readonly token: string; readonly view: CustomerView; readonly customer: Customer }> {
  const claim = { codeHash: hashSecret(code), now: ctx.clock.now() };
  const row = await findViewByCode(ctx.database.reader, ctx.account.id, claim);
  const view = row && (await viewOf(ctx, row));
  const customer = row && (await findCustomer(ctx, row.customerId));
  if (row === undefined || view === undefined || customer === undefined || customer.isDeleted)
    throw invalidCode();
  const token = `view_${ctx.ids.secret()}`;
  const isOpened = await transaction(ctx, (tx) => exchangeCode(tx, row, hashSecret(token)));
  if (!isOpened) throw invalidCode();
  return { token, view, customer };
}

/** Ends a view at once, in every process; one that has ended stays so. */
export async function endView(ctx: Context, { id }: Pick<CustomerView, 'id'>): Promise<void> {
  await transaction(ctx, (tx) => end(tx, id, 'Closed'));
}

/** Records the end of at most `most` views, of all accounts, whose half hour is over; returns their number. */
export async function purgeViews(system: System, most = 100): Promise<number> {
  const old = await findOldViews(system.database.reader, system.clock.now(), most);
  for (const { accountId, id } of old) {
    const account = await findAccount(system, accountId);
    if (account === undefined) continue;
    const ctx = { ...system, account, actor: { kind: 'Job', id: 'customer-views.purge' } as const };
    await transaction(ctx, (tx) => end(tx, id, 'Expired'));
  }
  return old.length;
}

async function end(tx: CommandTx, id: string, how: 'Closed' | 'Expired'): Promise<void> {
  const view = await deleteView(tx, tx.account.id, id);
  if (view === undefined) return;
  recordViewEvent(tx, {
    type: 'customer.view-ended',
    subjects: { customer: view.customerId },
    data: { viewId: id, how },
  });
}
