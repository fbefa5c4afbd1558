import type { CommandTx } from '../../accounts/index.ts';
import type { Refund } from '../../payments/index.ts';
import { type LineShare, shareOfLine } from '../domain/refund-lines.ts';
import { unknownOrder } from '../problems.ts';
import { lockOrder } from '../order/store.ts';
import { refundOrder } from './refund-order.ts';
import { soldLines } from './sold-lines.ts';

interface ShareRefund {
  readonly orderId: string;
  readonly lineId: string;
  /** Of the amount of the line, without units that have gone back. */
  readonly share: LineShare;
  /** For the buyer. */
  readonly reason: string;
}

/**
 * Refunds a share of what was paid for the units of a line that have not gone back, rounded down, without units: a
 * subscription that ends within a paid period gives back what was not used. Its job performs the refund. Returns `undefined` when nothing is left to give
 * back. Raises what `refundOrder` raises.
 */
export async function refundLineShare(
  tx: CommandTx,
  { orderId, lineId, share, reason }: ShareRefund,
): Promise<Refund | undefined> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  const line = (await soldLines(tx, order)).find(({ id }) => id === lineId);
  if (line === undefined) return undefined;
  const dueMinor = Math.max(0, line.dueMinor - line.unitsMinor);
  const amountMinor = Math.min(shareOfLine({ ...line, dueMinor }, share), line.dueMinor - line.returnedMinor);
  if (amountMinor <= 0) return undefined;
  const amount = { currency: order.currency, amountMinor };
  return refundOrder(tx, { orderId, lineId, amount, reason, revokesLicenses: false, decision: 'Keep' });
}
