import { type Account, type Context, findAccount } from '../../src/modules/accounts/index.ts';
import { type Customer } from '../../src/modules/customers/index.ts';
import { findCustomer } from '../../src/modules/customers/store.ts';
import { activateDevice } from '../../src/modules/licensing/activations/request-license-token.ts';
import { takeAddOnSeats } from '../../src/modules/licensing/activations/take-add-ons.ts';
import { insertActivation } from '../../src/modules/licensing/store/activations.ts';
import { putAddOnSeat } from '../../src/modules/licensing/store/add-on-seats.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import type { System } from '../../src/platform/system.ts';
import { testContext } from '../context.ts';
import { systemOver, provisionLicenses } from '../licensing.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the name of this process, and the customers (or emails) to race for, one per race. */
const [location = '', race = '', name = '', list = ''] = await parameters();
const subjects = list.split(',');
const DEVICES = 2;
const PRODUCT = 'racer';
const ADD_ON = 'racer.pack';

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

/** The device of an owner takes a seat of the add-on, of which the owner has two licenses. */
const takeAddOn: Attempt = async ({ system, account, customer }) => {
  const activationId = await deviceOf(system, customer);
  const request = { activationId, customerId: customer.id, productIds: [ADD_ON] };
  const ctx = testContext(system, account);
  return (await transaction(ctx, (tx) => takeAddOnSeats(tx, request))).length === 1;
};

/** Looks for the seat of the device, then takes one: the wrong implementation. */
const takeAddOnNaively: Attempt = async ({ system, account, customer, device }) => {
  const parentId = await deviceOf(system, customer);
  const db = system.database.reader.tables<LicensingTables>();
  const seat = await db.selectFrom('addOnSeats').selectAll().where('parentId', '=', parentId).execute();
  if (seat.length > 0) return true;
  const parent = await db
    .selectFrom('activations')
    .selectAll()
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
  const free = await db
    .selectFrom('licenses')
    .select('id')
    .where('customerId', '=', customer.id)
    .where('productId', '=', ADD_ON)
    .where('activeActivations', '=', 0)
    .orderBy('id')
    .execute();
  const license = free.at(device.endsWith('0') ? 0 : -1);
  if (license === undefined) return false;
  const activationId = system.ids.guid();
  const insert = system.database.transaction(async (tx) => {
    await insertActivation(tx, { ...parent, id: activationId, licenseId: license.id });
    await putAddOnSeat(tx, { accountId: account.id, parentId, productId: ADD_ON, activationId });
  });
  return insert.then(
    () => true,
    () => false,
  );
};

async function deviceOf(system: System, customer: Customer): Promise<string> {
  const { id } = await system.database.reader
    .tables<LicensingTables>()
    .selectFrom('activations')
    .innerJoin('licenses', 'licenses.id', 'activations.licenseId')
    .select('activations.id')
    .where('licenses.customerId', '=', customer.id)
    .where('licenses.productId', '=', PRODUCT)
    .executeTakeFirstOrThrow();
  return id;
}

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
    case 'add-on':
      return activateAll(testContext(system, account), takeAddOn, own);
    case 'add-on-naive':
      return activateAll(testContext(system, account), takeAddOnNaively, own);
    case 'provision':
      return provisionAll(testContext(system, account));
    case 'provision-naive':
      return provisionAllNaively(testContext(system, account));
    default:
      throw new Error(`there is no race ${race}`);
  }
});
