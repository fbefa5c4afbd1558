import type { CartStore } from '../cart/cart-store.ts';

/**
 * Reads the cart again before it is paid, without items that an earlier order has bought meanwhile. Returns false if
 * that removed anything: the buyer sees it first. Raises the reason why the cart could not be read.
 */
export async function isReadyToPay({
  state,
  refresh,
}: Pick<CartStore, 'state' | 'refresh'>): Promise<boolean> {
  const countBefore = purchasesIn(state().changes);
  await refresh();
  const { failure, changes } = state();
  if (failure !== undefined) throw failure;
  return purchasesIn(changes) <= countBefore;
}

function purchasesIn(changes: ReturnType<CartStore['state']>['changes']): number {
  return changes.filter(({ kind }) => kind === 'Bought').length;
}
