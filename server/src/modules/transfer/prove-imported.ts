import { changePassword, type ProveImported } from '../customers/index.ts';
import { proveEmail } from '../identity/index.ts';
import { releaseLicenses } from '../licensing/index.ts';
import { attributeOrders } from '../orders/index.ts';

/**
 * Records that a customer, whose lock the caller holds, has proven their address to another system, as if they had
 * opened a link here: the password and the sessions of anybody who signed up with it end, and what waited for the proof
 * is granted.
 */
export const proveImported: ProveImported = async (tx, customer, passwordHash) => {
  const proven = await proveEmail(tx, customer, {
    credentials: {},
    release: async (transaction, owner) => {
      const orderIds = await releaseLicenses(transaction, owner);
      await attributeOrders(transaction, orderIds, owner.id);
    },
  });
  if (passwordHash !== undefined) await changePassword(tx, proven, passwordHash);
  return proven;
};
