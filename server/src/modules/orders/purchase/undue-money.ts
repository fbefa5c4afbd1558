import type { CommandTx } from '../../accounts/index.ts';
import { ORDER_KIND } from './purchases.ts';
import { paymentSummaries } from '../../payments/index.ts';
import { writeUndueMoney } from '../order/store.ts';
import type { Order } from '../tables.ts';

/** Records whether payments of an order hold money that paid nothing, for lists. The caller holds its lock. */
export async function markUndueMoney(tx: CommandTx, { accountId, id }: Order): Promise<void> {
  const summaries = await paymentSummaries(tx, { kind: ORDER_KIND, ids: [id] });
  await writeUndueMoney(tx, { accountId, id }, (summaries.get(id)?.unduePayments ?? 0) > 0);
}
