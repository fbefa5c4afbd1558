import { transaction } from '../server/src/platform/context/context.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { createLog } from '../server/src/platform/log.ts';
import { openSystem } from '../server/src/open-system.ts';
import { contextOf, findDefaultAccount } from '../server/src/modules/accounts/index.ts';
import { signUp } from '../server/src/modules/identity/index.ts';
import { grantLicenses } from '../server/src/modules/licensing/index.ts';
import { testPasswords } from '../server/test/passwords.ts';
import { productId, PRODUCTS } from './seed.ts';

/** The number of customers who can each own different products of the seed: one for each subset of them. */
export const SHOPPERS = 2 ** PRODUCTS;

const shoppers = new WeakMap<object, Promise<string[]>>();

/** The shoppers of `environment`, who are created on the first request. */
export function makeShoppers(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const tokens = shoppers.get(environment) ?? signUpShoppers(environment);
  shoppers.set(environment, tokens);
  return tokens;
}

/**
 * Signs up customers who all own different products, and resolves with their access tokens. It runs beside the server,
 * on the database of `environment`, and hashes passwords at the lowest cost.
 */
async function signUpShoppers(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const { system, close } = await openSystem(readConfig(environment), createLog('warn'));
  try {
    const account = await findDefaultAccount(system);
    if (account === undefined) throw new Error('the database was not filled');
    const ctx = contextOf({ ...system, passwords: testPasswords() }, account, { kind: 'CommandLine' });
    const tokens: string[] = [];
    for (let index = 0; index < SHOPPERS; index += 1) {
      const email = `shopper-${index}@example.com`;
      const shopper = await signUp(ctx, { name: `Shopper ${index}`, email, password: `Aa1!${email}` });
      if (shopper.status !== 'SignedIn') throw new Error('the account wants emails confirmed');
      await transaction(ctx, async (tx) => {
        for (let product = 0; product < PRODUCTS; product += 1) {
          const grant = { customerId: shopper.customer.id, productId: productId(product), quantity: 1 };
          if ((index >> product) % 2 === 1) await grantLicenses(tx, grant);
        }
      });
      tokens.push(shopper.accessToken);
    }
    return tokens;
  } finally {
    await close();
  }
}
