import type { CommandTx } from '../../accounts/index.ts';
import type { Refund } from '../../payments/index.ts';
import { unknownOrder } from '../problems.ts';
import { lockOrder } from '../order/store.ts';
import { refundOrder } from './refund-order.ts';
import { soldLines } from './sold-lines.ts';

/** A part of what was paid for a line. */
interface LineShare {
  readonly orderId: string;
  readonly lineId: string;
  /** Of the amount of the line, at most 1: two whole numbers. */
  readonly share: { readonly part: number; readonly whole: number };
  /** For the buyer. */
  readonly reason: string;
}

/**
 * Refunds a share of what was paid for a line, rounded down, without units: a subscription that ends within a paid
 * period gives back what was not used. Its job performs the refund. Returns `undefined` when nothing is left to give
 * back. Raises what `refundOrder` raises.
 */
export async function refundLineShare(
  tx: CommandTx,
  { orderId, lineId, share, reason }: LineShare,
): Promise<Refund | undefined> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  const line = (await soldLines(tx, order)).find(({ id }) => id === lineId);
  if (line === undefined) return undefined;
  const { dueMinor, returnedMinor, stepMinor } = line;
  const step = BigInt(stepMinor);
  const shareMinor = Number(((BigInt(dueMinor) * BigInt(share.part)) / (BigInt(share.whole) * step)) * step);
  const amountMinor = Math.min(shareMinor, dueMinor - returnedMinor);
  if (amountMinor <= 0) return undefined;
  const amount = { currency: order.currency, amountMinor };
  return refundOrder(tx, { orderId, lineId, amount, reason, revokesLicenses: false, decision: 'Keep' });
}
