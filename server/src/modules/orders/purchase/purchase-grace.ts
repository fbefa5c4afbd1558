import type { CommandTx } from '../../accounts/index.ts';
import { startGraceOfPurchase } from '../../licensing/index.ts';
import type { PurchaseRow } from '../tables.ts';
import { readPurchase } from './store-purchases.ts';

/** Starts the window of grace for what a purchase gave, after its licenses are written (policies section 2). */
export async function startPurchaseGrace(
  tx: CommandTx,
  { content, createdAt: boughtAt }: Pick<PurchaseRow, 'content' | 'createdAt'>,
): Promise<void> {
  const versions = [...(content.upgrades ?? []), ...content.grants].map(({ productId, gives }) => ({
    productId,
    upToMajor: gives.upToMajor,
  }));
  await startGraceOfPurchase(tx, { boughtAt, versions });
}

/** Does so when the licenses of a payment are active again: a release meanwhile has not seen them. */
export async function resumePurchaseGrace(
  tx: CommandTx,
  accountId: string,
  paymentId: string,
): Promise<void> {
  const purchase = await readPurchase(tx, accountId, paymentId);
  if (purchase !== undefined) await startPurchaseGrace(tx, purchase);
}
