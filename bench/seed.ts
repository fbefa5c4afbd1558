import { transaction } from '../server/src/platform/context/context.ts';
import { createLog } from '../server/src/platform/log.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { openSystem } from '../server/src/open-system.ts';
import { type Context, createAccount, createApiKey } from '../server/src/modules/accounts/index.ts';
import { addCustomer, type Customer } from '../server/src/modules/customers/index.ts';
import {
  createLicensedProduct,
  grantLicenses,
  requestLicenseToken,
} from '../server/src/modules/licensing/index.ts';
import { copiedId, multiplyCustomers } from './multiply.ts';
import { testContext } from '../server/test/context.ts';

/** The properties of the seeded database that the figures use. */
export interface Seed {
  readonly productId: string;
  readonly variationIds: readonly string[];
  /** Customers, each with a license and an activation. */
  readonly size: number;
  /** Valid license tokens: of every activation, or of some that are spread over a large database. */
  readonly tokens: readonly string[];
  readonly apiKey: string;
}

/** All load comes from one address. */
const NO_LIMITS = {
  signInPerMinute: 0,
  signUpPerMinute: 0,
  signInFailuresBeforeDelay: 0,
  vouchersPerMinute: 0,
  cartsPerMinute: 0,
  paymentsPerMinute: 0,
  activationPollsPerFiveSeconds: 0,
  activationRequestsPerMinute: 0,
  trialsPerMinute: 0,
  trialsPerDay: 0,
};
/** The number of products of the account; each has an id of `productId`. */
export const PRODUCTS = 10;
const CUSTOMERS_PER_TRANSACTION = 500;
/** Requests at a time: enough for PostgreSQL to group its commits. */
const LANES = 32;
/** The number of customers that are created through the modules; the rest of a large database are copies of them. */
const MAX_ORIGINALS = 10_000;

/**
 * Fills an empty database: an account, ten products, and `size` customers, each with a license and an activated device.
 * The first ten thousand are created through the modules; above that the number is rounded up to whole copies of them.
 */
export async function seed(environment: Readonly<Record<string, string>>, size: number): Promise<Seed> {
  const config = readConfig(environment);
  const { system, close } = await openSystem(config, createLog('warn'));
  try {
    const account = await createAccount(system, {
      id: 'bench',
      name: 'Bench Audio',
      isDefault: true,
      settings: { currencies: ['EUR', 'USD'], limits: NO_LIMITS },
    });
    const variationIds = await seedProducts(testContext(system, account));
    const originals = await seedCustomers(testContext(system, account), Math.min(size, MAX_ORIGINALS));
    let tokens = await requestTokens(testContext(system, account), originals);
    const copies = Math.ceil(size / originals.length) - 1;
    if (copies > 0) {
      await multiplyCustomers(system.database.engine, config.databaseLocation, copies);
      tokens = await requestTokens(testContext(system, account), someCopies(originals, copies));
    }
    const { key } = await createApiKey(testContext(system, account), { name: 'bench', scopes: ['*'] });
    return {
      productId: productId(0),
      variationIds,
      size: originals.length * (copies + 1),
      tokens,
      apiKey: key,
    };
  } finally {
    await close();
  }
}

/** The id of one of the products. */
export function productId(index: number): string {
  return `bench-product-${index}`;
}

async function seedProducts(ctx: Context): Promise<string[]> {
  const variationIds: string[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    const id = productId(index);
    variationIds.push(`${id}-perpetual`);
    await createLicensedProduct(ctx, {
      id,
      name: `Bench Product ${index}`,
      tagline: 'One of the products that a shop of usual size has',
      description: 'A text of the length that a product has in a shop, for what is sent costs time as well.',
      maxActivations: 3,
      allowsTrials: true,
      position: index,
      variations: [
        { id: `${id}-perpetual`, name: 'Perpetual license', prices: { EUR: 4_900, USD: 5_500 } },
        { id: `${id}-monthly`, name: 'Monthly', recurrence: 'Monthly', prices: { EUR: 490, USD: 550 } },
      ],
    });
  }
  return variationIds;
}

async function seedCustomers(ctx: Context, size: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < size) {
    const first = customers.length;
    const added = await transaction(ctx, async (tx) => {
      const batch: Customer[] = [];
      for (let index = first; index < Math.min(size, first + CUSTOMERS_PER_TRANSACTION); index += 1) {
        const input = { email: `customer-${index}@example.com`, name: `Customer ${index}` };
        const customer = await addCustomer(tx, input);
        if (customer === undefined) throw new Error(`${input.email} is taken`);
        batch.push(customer);
        const grant = { customerId: customer.id, productId: productId(0), quantity: 1 };
        await grantLicenses(tx, grant);
      }
      return batch;
    });
    customers.push(...added);
  }
  return customers;
}

/** As many copies as there are originals, from all over the database. */
function someCopies(originals: readonly Customer[], copies: number): Customer[] {
  return originals.map((customer, index) => ({
    ...customer,
    id: copiedId(customer.id, 1 + (index % copies)),
  }));
}

/** Each customer's device takes its seat, or gets it again. */
async function requestTokens(ctx: Context, customers: readonly Customer[]): Promise<string[]> {
  const tokens: string[] = [];
  const remaining = customers.entries();
  const lanes = Array.from({ length: LANES }, async () => {
    for (const [index, customer] of remaining) {
      const device = { name: `Device ${index}`, signature: `device-${index}` };
      tokens.push(await requestLicenseToken(ctx, customer, { productId: productId(0), device }));
    }
  });
  await Promise.all(lanes);
  return tokens;
}
