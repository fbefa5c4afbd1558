import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { testClock, type TestClock } from './clock.ts';
import { type Product, type ProductInput } from '../src/modules/catalog/index.ts';
import { type Account, type Context, createAccount, findAccount } from '../src/modules/accounts/index.ts';
import { type Customer, type NewCustomer } from '../src/modules/customers/index.ts';
import { insertCustomer } from '../src/modules/customers/store.ts';
import { newCustomer } from '../src/modules/customers/ensure-customer.ts';
import {
  createLicensedProduct,
  type License,
  type PolicyInput,
  provisionLicenses as provisionInTransaction,
  requestLicenseToken,
} from '../src/modules/licensing/index.ts';
import { activeSigningKey } from '../src/modules/signing-keys/index.ts';
import { transaction } from '../src/platform/context/context.ts';
import { readConfig } from '../src/platform/config.ts';
import { signJws } from '../src/platform/crypto/jws.ts';
import { openVault } from '../src/platform/crypto/vault.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts';
import type { System } from '../src/platform/system.ts';
import { type Clock, systemClock } from '../src/kernel/clock.ts';
import { randomIds } from '../src/kernel/ids.ts';
import { testContext } from './context.ts';
import { openTestDatabase, type TestContent } from './database.ts';
import { testPasswords } from './passwords.ts';
import { ORDER_PORTS, PAYMENT_PORTS } from './payments.ts';

const SECRET = 'a secret for tests only, of no value to anyone';
const START = new Date('2026-03-01T12:00:00.000Z');

/** An account with products to license, without HTTP in front. */
export interface LicensingScenario {
  readonly system: System;
  readonly clock: TestClock;
  readonly account: Account;
  /** The context of the account. */
  readonly ctx: Context;
  /** The same database, as an argument of `openDatabase`. */
  readonly location: string;
  product(input?: Partial<ProductInput & PolicyInput>): Promise<Product>;
  customer(input?: Partial<NewCustomer>): Promise<Customer>;
  /** Grants the customer licenses of the product, one by default. */
  license(customer: Customer, productId: string, quantity?: number): Promise<License>;
  /** Assigns a seat to a device and returns its token. */
  token(customer: Customer, productId: string, signature: string): Promise<string>;
  close(): Promise<void>;
}

const DEMO_ACCOUNT: TestContent = {
  name: 'the account of a licensing scenario',
  write: async (database) => {
    const system = await systemOver(database, testClock(START));
    await createAccount(system, { id: 'demo', name: 'Demo Audio', isDefault: true });
  },
};

/** Starts a scenario with its own database. */
export async function licensingScenario(): Promise<LicensingScenario> {
  const clock = testClock(START);
  const test = await openTestDatabase({ clock, content: DEMO_ACCOUNT });
  const system = await systemOver(test.database, clock);
  const account = await findAccount(system, 'demo');
  if (account === undefined) throw new Error('the scenario has no account');
  let count = 0;
  return {
    system,
    clock,
    account,
    ctx: testContext(system, account),
    location: test.location,
    close: () => test.close(),
    product: (input = {}) => {
      count += 1;
      return createLicensedProduct(testContext(system, account), {
        id: `app-${count}`,
        name: `App ${count}`,
        ...input,
      });
    },
    customer: async (input = {}) => {
      count += 1;
      const row = newCustomer(testContext(system, account), {
        email: `customer-${count}@example.com`,
        name: 'Ada',
        ...input,
      });
      const customer = await system.database.transaction((tx) => insertCustomer(tx, row));
      if (customer === undefined) throw new Error('the email of the scenario is taken');
      return customer;
    },
    license: async (customer, productId, quantity = 1) => {
      const requests = [{ productId, quantity }];
      const [license] = await provisionLicenses(testContext(system, account), {
        ownerId: customer.id,
        requests,
      });
      if (license === undefined) throw new Error('no license was provisioned');
      return license;
    },
    token: (customer, productId, signature) =>
      requestLicenseToken(testContext(system, account), customer, {
        productId,
        device: { name: 'A device', signature },
      }),
  };
}

/** Grants licenses in a separate transaction. */
export function provisionLicenses(
  ctx: Context,
  input: Parameters<typeof provisionInTransaction>[1],
): Promise<License[]> {
  return transaction(ctx, (tx) => provisionInTransaction(tx, input));
}

/** An open order without lines, for licenses to name; returns its id. */
export async function insertOrder({
  system,
  account,
}: Pick<LicensingScenario, 'system' | 'account'>): Promise<string> {
  const id = system.ids.guid();
  const empty = { currency: 'EUR', billing: {}, utm: {}, revision: 1 };
  const times = { createdAt: new Date(0), updatedAt: new Date(0), changedOn: '1970-01-01' };
  await system.database.transaction(async (tx) => {
    const orders = tx.tables<{ orders: Record<string, unknown> }>().insertInto('orders');
    await orders
      .values({ accountId: account.id, id, status: 'Open', origin: 'Cart', ...empty, ...times })
      .execute();
  });
  return id;
}

/** The claims of a token, without a check of its signature. */
export function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  if (typeof claims !== 'object' || claims === null) throw new Error('the token has no claims');
  return { ...claims };
}

/** A token with any claims, signed with the account's license key. */
export async function tokenOf(ctx: Context, claims: Record<string, unknown>): Promise<string> {
  const { kid, privateKey, algorithm } = await activeSigningKey(ctx, 'License');
  return signJws({ kid }, claims, privateKey, algorithm);
}

/** A system over an open database, such as one that another process created; no test of licensing stores files. */
export async function systemOver(database: Database, clock: Clock = systemClock): Promise<System> {
  return {
    config: readConfig({
      LATCHKEY_SECRET: SECRET,
      LATCHKEY_PUBLIC_URL: 'http://latchkey.test',
      LATCHKEY_EXPOSE_DEVELOPMENT_FEATURES: 'true',
    }),
    log: createLog('silent'),
    clock,
    ids: randomIds,
    database,
    vault: openVault(SECRET),
    passwords: testPasswords(),
    storage: await openDiskStorage(join(tmpdir(), `latchkey-test-files-${process.pid}`)),
    payments: PAYMENT_PORTS,
    orders: ORDER_PORTS,
    mailsKey: 'test-key-of-the-mails',
  };
}
