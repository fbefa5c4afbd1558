import { formatDay } from '@latchkey/ui/texts/dates.ts';
import type { WithdrawableOrder } from '../api/withdrawals.ts';
import type { WithdrawalTexts } from './withdrawal-en.ts';

/** A line of an order that a buyer may withdraw from. */
export type WithdrawableLine = WithdrawableOrder['lines'][number];

/**
 * What the buyer waived and used, and what follows from it, in sentences of the page's language (commerce, Withdrawal).
 * Consent to immediate delivery ends the right only once a device was activated: without one, the page says that the
 * right still holds.
 */
export function remarksOf(
  { quantity, waivedAt, accessedAt, entitlement, withdrawal }: WithdrawableLine,
  texts: WithdrawalTexts,
  locale: string,
): string {
  if (withdrawal !== undefined) return texts.before[withdrawal.status];
  if (quantity === 0) return texts.refunded;
  const waiver = entitlement === 'Entitled' ? texts.waivedOnly : texts.waived;
  return [
    ...(waivedAt === undefined ? [] : [waiver(formatDay(waivedAt, locale))]),
    ...(accessedAt === undefined ? [] : [texts.accessed(formatDay(accessedAt, locale))]),
    texts.entitlements[entitlement],
  ].join(' ');
}
