import type { CommandTx } from '../../accounts/index.ts';
import type { LockedPayable } from '../payable.ts';
import type { Payment } from '../tables.ts';
import { blankRefund, type Refundable, reserveRefund } from './reserve-refund.ts';
import { react } from './settle-refund.ts';

/**
 * Records a refund made without us, with its effects on the subject; its tax is `reportedTaxMinor`, or else a share in
 * proportion.
 */
export async function bookMoney(
  tx: CommandTx,
  place: Refundable & { readonly locked: LockedPayable | undefined },
  facts: Parameters<typeof blankRefund>[2],
  reportedTaxMinor?: number,
): Promise<Payment> {
  const { locked } = place;
  const refund = await reserveRefund(tx, place, blankRefund(tx, place, facts), reportedTaxMinor);
  const payment = { ...place.payment, refundedMinor: place.payment.refundedMinor + refund.amountMinor };
  await locked?.refundOpened(refund, payment);
  if (refund.status === 'Succeeded') await react(tx, { refund, payment, locked });
  return payment;
}
