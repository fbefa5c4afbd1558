import { type Account, type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { type Customer } from '../../src/modules/customers/index.ts';
import { findCustomer } from '../../src/modules/customers/store.ts';
import { activateDevice } from '../../src/modules/licensing/activations/request-license-token.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext } from '../context.ts';
import { systemOver, provisionLicenses } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the name of this process, and the customers (or emails) to race for, one per race. */
const [location = '', race = '', name = '', list = ''] = await parameters();
const subjects = list.split(',');
const DEVICES = 2;
const PRODUCT = 'racer';

type Attempt = (context: {
  system: System;
  account: Account;
  customer: Customer;
  device: string;
}) => Promise<boolean>;

const activate: Attempt = async ({ system, account, customer, device }) => {
  const input = { productId: PRODUCT, device: { name: device, signature: device } };
  try {
    await activateDevice(testContext(system, account), customer, input);
    return true;
  } catch (error) {
    if (error instanceof Error && 'errorType' in error && error.errorType === 'NoFreeActivations')
      return false;
    throw error;
  }
};

/** Finds a free seat, then takes it: the wrong implementation. It omits the counter. */
const activateNaively: Attempt = async ({ system, account, customer, device }) => {
  const db = system.database.reader.tables<LicensingTables>();
  const licenses = await db
    .selectFrom('licenses')
    .selectAll()
    .where('customerId', '=', customer.id)
    .execute();
  const active = await db
    .selectFrom('activations')
    .select(['licenseId', 'deviceSignature'])
    .where(
      'licenseId',
      'in',
      licenses.map(({ id }) => id),
    )
    .where('status', '=', 'Active')
    .execute();
  if (active.some(({ deviceSignature }) => deviceSignature === device)) return true;
  const free = licenses.find(
    ({ id, maxActivations }) => active.filter(({ licenseId }) => licenseId === id).length < maxActivations,
  );
  if (free === undefined) return false;
  const now = system.clock.now();
  const row = {
    accountId: account.id,
    id: system.ids.guid(),
    licenseId: free.id,
    deviceName: device,
    deviceSignature: device,
    method: 'Online',
    status: 'Active',
    firstValidatedAt: now,
    lastValidatedAt: now,
    appVersion: null,
    platform: null,
    meta: null,
    createdAt: now,
    revokedAt: null,
  } as const;
  const insert = system.database.transaction((tx) =>
    tx.tables<LicensingTables>().insertInto('activations').values(row).execute(),
  );
  return insert.then(
    () => true,
    () => false,
  );
};

async function activateAll(ctx: Context, attempt: Attempt, devices: readonly string[]) {
  let seats = 0;
  for (const id of subjects) {
    const customer = await findCustomer(ctx.database.reader, ctx.account.id, id);
    if (customer === undefined) throw new Error(`there is no customer ${id}`);
    const results = await Promise.all(
      devices.map((device) => attempt({ system: ctx, account: ctx.account, customer, device })),
    );
    seats += results.filter(Boolean).length;
  }
  return seats;
}

async function provisionAll(ctx: Context): Promise<number> {
  let licenses = 0;
  for (const email of subjects) {
    const requests = [{ productId: PRODUCT, quantity: 2, limitPerCustomer: 3 }];
    const provision = () => provisionLicenses(ctx, { customer: { email }, requests });
    licenses += (await Promise.all([provision(), provision()])).flat().length;
  }
  return licenses;
}

/** The same without a lock: counts, then grants. */
async function provisionAllNaively(ctx: Context): Promise<number> {
  let licenses = 0;
  for (const email of subjects) {
    const give = async (): Promise<number> => {
      const { count } = await ctx.database.reader
        .tables<LicensingTables & { customers: { id: string; emailKey: string } }>()
        .selectFrom('licenses')
        .innerJoin('customers', 'customers.id', 'licenses.customerId')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('customers.emailKey', '=', email)
        .executeTakeFirstOrThrow();
      const quantity = Math.min(2, 3 - count);
      if (quantity <= 0) return 0;
      const requests = [{ productId: PRODUCT, quantity }];
      return (await provisionLicenses(ctx, { customer: { email }, requests })).length;
    };
    licenses += (await Promise.all([give(), give()])).reduce((sum, count) => sum + count, 0);
  }
  return licenses;
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = await findAccount(system, 'demo');
  if (account === undefined) throw new Error('there is no account demo');
  const own = Array.from({ length: DEVICES }, (_, index) => `${name}-${index}`);
  switch (race) {
    case 'last-seat':
      return activateAll(testContext(system, account), activate, own);
    case 'last-seat-naive':
      return activateAll(testContext(system, account), activateNaively, own);
    case 'same-device':
      return activateAll(testContext(system, account), activate, ['the one device', 'the one device']);
    case 'same-device-naive':
      return activateAll(testContext(system, account), activateNaively, ['the one device', 'the one device']);
    case 'provision':
      return provisionAll(testContext(system, account));
    case 'provision-naive':
      return provisionAllNaively(testContext(system, account));
    default:
      throw new Error(`there is no race ${race}`);
  }
});
