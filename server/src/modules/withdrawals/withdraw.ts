import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { recordWithdrawalEvent } from './events.ts';
import { grantJob } from './grant-job.ts';
import { lookUpOrder, type OrderClaim, type WithdrawableLine, type WithdrawableOrder } from './look-up.ts';
import { queueDeclarationMail } from './mails.ts';
import { nothingToWithdraw } from './problems.ts';
import { insertWithdrawal } from './store.ts';
import type { Withdrawal, WithdrawalLine, WithdrawalView } from './tables.ts';

/** What a buyer declares. */
export interface Declaration extends OrderClaim {
  readonly lineIds: readonly string[];
  /** In the buyer's own words. */
  readonly statement?: string | undefined;
  /** The language of the page, such as `de-AT`. */
  readonly locale: string;
}

/**
 * Records a buyer's withdrawal from lines of an order, and mails its contents with date and time immediately (commerce,
 * Withdrawal). Every line can be withdrawn, once; what the law does not require waits for the vendor. With the setting
 * `grantsWithdrawals`, the others are refunded by a job.
 *
 * Raises `WithdrawalOrderUnknown`, `InvalidInput` for other lines than those of the order, and `NothingToWithdraw`.
 */
export function withdraw(ctx: Context, declaration: Declaration): Promise<WithdrawalView> {
  return transaction(ctx, async (tx) => {
    const target = await lookUpOrder(tx, declaration);
    const lines = linesToWithdraw(target, declaration.lineIds);
    const withdrawal: Withdrawal = {
      accountId: tx.account.id,
      id: tx.ids.guid(),
      orderId: target.order.id,
      orderNumber: target.number,
      locale: declaration.locale,
      statement: declaration.statement?.trim() || null,
      isOpen: true,
      createdAt: tx.clock.now(),
    };
    const rows = lines.map((line, position) => rowOf(withdrawal, target.order.currency, { line, position }));
    if (!(await insertWithdrawal(tx, withdrawal, rows))) throw nothingToWithdraw();
    recordWithdrawalEvent(tx, {
      type: 'withdrawal.declared',
      subjects: { withdrawal: withdrawal.id, order: target.order.id, customer: target.order.customerId },
      data: { lineIds: rows.map(({ lineId }) => lineId) },
    });
    const view = { withdrawal, lines: rows };
    await queueDeclarationMail(tx, view, target.order.billing.email ?? declaration.email);
    const isByItself = tx.account.settings.grantsWithdrawals;
    if (isByItself && rows.some(({ entitlement }) => entitlement === 'Entitled'))
      await grantJob.enqueue(tx, { withdrawalId: withdrawal.id });
    return view;
  });
}

/** The lines with these ids, in the order of the order. Raises `InvalidInput` and `NothingToWithdraw`. */
function linesToWithdraw(
  { lines }: WithdrawableOrder,
  lineIds: readonly string[],
): readonly WithdrawableLine[] {
  const unknown = lineIds.flatMap((id, index) =>
    lines.some((line) => line.id === id)
      ? []
      : [[`lineIds[${index}]`, ['is not a line of the order']] satisfies [string, string[]]],
  );
  if (unknown.length > 0) throw invalidInput({ errors: Object.fromEntries(unknown) });
  const choice = lines.filter(({ id }) => lineIds.includes(id));
  const over = choice.filter(({ quantity, withdrawal }) => quantity === 0 || withdrawal !== undefined);
  if (over.length > 0)
    throw nothingToWithdraw({
      detail: `Already withdrawn or refunded: ${over.map(({ title }) => title).join(', ')}.`,
    });
  return choice;
}

function rowOf(
  { accountId, orderId, id: withdrawalId }: Withdrawal,
  currency: string,
  { line, position }: { readonly line: WithdrawableLine; readonly position: number },
): WithdrawalLine {
  const { id: lineId, title, quantity, amountMinor, entitlement, waiver, accessedAt } = line;
  return {
    accountId,
    orderId,
    lineId,
    withdrawalId,
    position,
    title,
    quantity,
    amountMinor,
    currency,
    entitlement,
    waivedAt: waiver?.at ?? null,
    waivedText: waiver?.text ?? null,
    accessedAt: accessedAt ?? null,
    status: 'Open',
    refundId: null,
    decidedAt: null,
  };
}
