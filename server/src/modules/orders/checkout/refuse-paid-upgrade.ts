import type { CommandTx } from '../../accounts/index.ts';
import { lockCustomer } from '../../customers/index.ts';
import { listOrdersInPayment } from '../order/store-payments.ts';
import { upgradeInPayment } from '../problems.ts';
import type { LineChange, Order, Purchase } from '../tables.ts';

/**
 * Locks the owner of the licenses that a cart changes, before it is priced: whoever pays for another change of them, or
 * delivers one, holds the same lock. Carts that change no license lock nobody.
 */
export async function lockUpgradeOwner(
  tx: CommandTx,
  { customerId, lines }: Pick<Order, 'customerId' | 'lines'>,
): Promise<void> {
  const isUpgrade = lines.some(({ licenseId }) => typeof licenseId === 'string');
  if (isUpgrade && customerId !== null) await lockCustomer(tx, customerId);
}

/**
 * Raises `UpgradeInPayment` where another order of the customer already pays for a change of the same license: an
 * upgrade that is paid twice gives nothing the second time, and a renewal is for the product that the license has. Two
 * renewals of the same license add up, and are not refused. The caller holds the lock of the customer.
 */
export async function refusePaidUpgrade(
  tx: CommandTx,
  { id, customerId }: Pick<Order, 'id' | 'customerId'>,
  { upgrades = [] }: Pick<Purchase, 'upgrades'>,
): Promise<void> {
  if (upgrades.length === 0 || customerId === null) return;
  const orders = await listOrdersInPayment(tx, tx.account.id, customerId);
  const running = orders
    .filter((order) => order.id !== id && order.cancelledAt === null)
    .flatMap(({ content }) => content?.upgrades ?? []);
  if (upgrades.some((upgrade) => running.some((other) => excludes(upgrade, other)))) throw upgradeInPayment();
}

function excludes(one: LineChange, other: LineChange): boolean {
  return one.licenseId === other.licenseId && (one.kind === 'Upgrade' || other.kind === 'Upgrade');
}
