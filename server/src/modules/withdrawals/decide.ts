import { invalidInput, notFound } from '../../kernel/problem.ts';
import type { CommandTx } from '../accounts/index.ts';
import { type OrderPorts, refundOrder, soldOrder } from '../orders/index.ts';
import { languageOf } from '../documents/index.ts';
import type { Refund } from '../payments/index.ts';
import { recordWithdrawalEvent } from './events.ts';
import { queueRefusalMail } from './mails.ts';
import { withdrawalDecided } from './problems.ts';
import { decideLines, linesOf, linesOfOrder, lockWithdrawal } from './store.ts';
import type { Withdrawal, WithdrawalLine } from './tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

type FailedRefund = Parameters<OrderPorts['refundFailed']>[1];

/** The lines that a decision is about: absent, all that are undecided. */
export interface Decision {
  readonly withdrawalId: string;
  readonly lineIds?: readonly string[] | undefined;
}

/**
 * Grants lines of a withdrawal, also those that the law does not give, and those that were declined before: refunds
 * what is left of them, and revokes their licenses. Returns the refund, to be performed once this transaction
 * is committed; undefined when nothing was left. The refund reserves the money, so that it never goes back twice.
 *
 * Raises `NotFound`, `InvalidInput`, `WithdrawalDecided`, and what `refundOrder` raises.
 */
export async function grantWithdrawal(tx: CommandTx, decision: Decision): Promise<Refund | undefined> {
  const { withdrawal, lines } = await undecided(tx, decision, ['Open', 'Declined']);
  const sold = await soldOrder(tx, withdrawal.orderNumber);
  const units = (sold?.lines ?? [])
    .filter(({ id, quantity, returnedQuantity }) => quantity > returnedQuantity && isAmong(lines, id))
    .map(({ id, quantity, returnedQuantity }) => ({ lineId: id, quantity: quantity - returnedQuantity }));
  const texts = languageOf(withdrawal.locale).language === 'de' ? de : en;
  const refund =
    units.length === 0
      ? undefined
      : await refundOrder(tx, {
          orderId: withdrawal.orderId,
          lines: units,
          reason: texts.refundReason,
          revokesLicenses: true,
          // What the law gives does not wait for orders that were cheaper because of it.
          isConfirmed: true,
          decision: 'EndIfAll',
        });
  await decide(tx, withdrawal, lines, { status: 'Granted', refundId: refund?.id ?? null });
  return refund;
}

/**
 * Declines lines of a withdrawal, and mails the buyer why. They can still be granted later. Raises `NotFound`,
 * `InvalidInput` and `WithdrawalDecided`.
 */
export async function declineWithdrawal(
  tx: CommandTx,
  { reason, ...decision }: Decision & { readonly reason: string },
): Promise<void> {
  const { withdrawal, lines } = await undecided(tx, decision, ['Open']);
  await decide(tx, withdrawal, lines, { status: 'Declined', refundId: null });
  const sold = await soldOrder(tx, withdrawal.orderNumber);
  const recipient = sold?.order.billing.email;
  if (recipient !== undefined) await queueRefusalMail(tx, { withdrawal, lines }, { recipient, reason });
}

/**
 * A refund has failed with which lines were granted, or whose units had gone back before: they wait for the vendor again,
 * who sees why at the refund. The caller holds the lock of the order.
 */
export async function reopenLines(
  tx: CommandTx,
  { orderId, refundId, lines: refunded }: FailedRefund,
): Promise<void> {
  const ofOrder = await linesOfOrder(tx, tx.account.id, orderId);
  const isBack = (id: string): boolean =>
    refunded.some(({ lineId, quantity }) => lineId === id && quantity > 0);
  const granted = ofOrder.filter(
    (line) => line.status === 'Granted' && (line.refundId === refundId || isBack(line.lineId)),
  );
  for (const [withdrawalId, lines] of Map.groupBy(granted, (line) => line.withdrawalId)) {
    const withdrawal = await lockWithdrawal(tx, tx.account.id, withdrawalId);
    const lineIds = lines.map(({ lineId }) => lineId);
    if (withdrawal !== undefined)
      await decideLines(tx, withdrawal, lineIds, { status: 'Open', refundId: null, decidedAt: null });
  }
}

function isAmong(lines: readonly WithdrawalLine[], id: string): boolean {
  return lines.some(({ lineId }) => lineId === id);
}

async function undecided(
  tx: CommandTx,
  { withdrawalId, lineIds }: Decision,
  states: readonly WithdrawalLine['status'][],
): Promise<{ readonly withdrawal: Withdrawal; readonly lines: readonly WithdrawalLine[] }> {
  const withdrawal = await lockWithdrawal(tx, tx.account.id, withdrawalId);
  if (withdrawal === undefined) throw notFound({ detail: `There is no withdrawal ${withdrawalId}.` });
  const all = await linesOf(tx, tx.account.id, [withdrawalId]);
  const errors = (lineIds ?? []).flatMap((id, index) =>
    isAmong(all, id)
      ? []
      : [[`lineIds[${index}]`, ['is not a line of the withdrawal']] satisfies [string, string[]]],
  );
  if (errors.length > 0) throw invalidInput({ errors: Object.fromEntries(errors) });
  const lines = all.filter(({ lineId, status }) =>
    lineIds === undefined ? status === 'Open' : lineIds.includes(lineId) && states.includes(status),
  );
  if (lines.length === 0) throw withdrawalDecided();
  return { withdrawal, lines };
}

async function decide(
  tx: CommandTx,
  withdrawal: Withdrawal,
  lines: readonly WithdrawalLine[],
  { status, refundId }: { readonly status: 'Granted' | 'Declined'; readonly refundId: string | null },
): Promise<void> {
  const lineIds = lines.map(({ lineId }) => lineId);
  await decideLines(tx, withdrawal, lineIds, { status, refundId, decidedAt: tx.clock.now() });
  recordWithdrawalEvent(tx, {
    type: status === 'Granted' ? 'withdrawal.granted' : 'withdrawal.declined',
    subjects: {
      withdrawal: withdrawal.id,
      order: withdrawal.orderId,
      customer: null,
      ...(refundId !== null && { refund: refundId }),
    },
    data: { lineIds },
  });
}
