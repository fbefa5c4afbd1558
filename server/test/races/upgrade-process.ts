import { sql } from 'kysely';
import { Problem } from '../../src/kernel/problem.ts';
import { findAccount } from '../../src/modules/accounts/index.ts';
import { findLicense, upgradeLicense } from '../../src/modules/licensing/index.ts';
import { moveToCoveringLicense } from '../../src/modules/licensing/activations/move-activation.ts';
import { releaseSeat } from '../../src/modules/licensing/activations/release-activation.ts';
import { addMonths } from '../../src/modules/licensing/domain/days.ts';
import { lockLicense } from '../../src/modules/licensing/store/licenses.ts';
import { changeActiveActivations } from '../../src/modules/licensing/store/seats.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { payOrder } from '../../src/modules/orders/index.ts';
import { listOrdersInPayment } from '../../src/modules/orders/order/store-payments.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import type { Context } from '../../src/modules/accounts/index.ts';
import { testContext } from '../context.ts';
import { insertOrder, systemOver } from '../licensing.ts';
import { DELAYED_PAYMENT } from '../payments.ts';
import { parameters, takePart } from '../processes.ts';

/** Arguments: database, race, the name of this process, and what to race for: licenses, customers, or orders. */
const [location = '', race = '', name = '', list = ''] = await parameters();
const subjects = list.split(',');
const RENEWALS = 2;
const MONTHS = 12;
const NEW_VERSION = { major: 3, minor: 0, patch: 0 };

/** Renews a license, as the payment of an order does. */
async function renew(ctx: Context, licenseId: string): Promise<void> {
  const license = (await findLicense(ctx, licenseId)) ?? fail(licenseId);
  const orderId = await insertOrder({ system: ctx, account: ctx.account });
  await transaction(ctx, (tx) =>
    upgradeLicense(tx, {
      licenseId,
      customerId: license.customerId,
      kind: 'Renewal',
      productId: license.productId,
      variationId: null,
      gives: { updatesMonths: MONTHS },
      keepsLicense: false,
      fromProductId: license.productId,
      orderId,
      orderLineId: 'line',
    }),
  );
}

/** Reads the end of the updates, then writes a later one: the wrong implementation. */
async function renewNaively(ctx: Context, licenseId: string): Promise<void> {
  const { updatesUntil } = (await findLicense(ctx, licenseId)) ?? fail(licenseId);
  const end = addMonths(updatesUntil ?? fail(licenseId), MONTHS);
  await ctx.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ updatesUntil: end })
      .where('id', '=', licenseId)
      .execute(),
  );
}

interface DeviceOnLicense {
  readonly id: string;
  readonly licenseId: string;
  readonly customerId: string;
  readonly productId: string;
  readonly deviceSignature: string;
}

/** The devices of a customer on licenses that do not cover the new version, each process in another order. */
async function devicesOf(ctx: Context, customerId: string): Promise<DeviceOnLicense[]> {
  const devices = await ctx.database.reader
    .tables<LicensingTables>()
    .selectFrom('activations')
    .innerJoin('licenses', 'licenses.id', 'activations.licenseId')
    .select(['activations.id', 'activations.licenseId', 'activations.deviceSignature'])
    .select(['licenses.customerId', 'licenses.productId'])
    .where('licenses.customerId', '=', customerId)
    .where('licenses.upToMajor', '<', NEW_VERSION.major)
    .orderBy('activations.id')
    .execute();
  const first = Number(name.split('-').at(-1));
  return [...devices.slice(first), ...devices.slice(0, first)];
}

/** An order of each process for an upgrade of the same license: `customerId/orderId/orderId…`. */
function orderOf(subject: string): { readonly customerId: string; readonly orderId: string } {
  const [customerId = '', ...orderIds] = subject.split('/');
  return { customerId, orderId: orderIds[Number(name.split('-').at(-1))] ?? fail(name) };
}

type Payment = (ctx: Context, subject: string) => Promise<boolean>;

/** Starts the payment of an upgrade; false where another order already pays for one of the same license. */
const pay: Payment = async (ctx, subject) => {
  const { customerId, orderId } = orderOf(subject);
  const buyer = { name: 'Racer', email: 'racer@example.com' };
  const link = { id: orderId, buyer: { kind: 'Customer', customerId }, epoch: 0, isExpired: false } as const;
  try {
    await payOrder(ctx, { orderId, link, buyer, ...DELAYED_PAYMENT });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.errorType === 'UpgradeInPayment') return false;
    throw error;
  }
};

/** Looks for an order in payment, then starts another payment: the wrong implementation. */
const payNaively: Payment = async (ctx, subject) => {
  const { customerId, orderId } = orderOf(subject);
  if ((await listOrdersInPayment(ctx.database.reader, ctx.account.id, customerId)).length > 0) return false;
  await ctx.database.transaction((tx) =>
    tx
      .tables<OrderTables>()
      .updateTable('orders')
      .set({ status: 'PaymentProcessing', content: sql`'{}'` })
      .where('id', '=', orderId)
      .execute(),
  );
  return true;
};

type Move = (ctx: Context, device: DeviceOnLicense) => Promise<boolean>;

/** Moves a device to a license that covers the new version, as its validation does. */
const move: Move = (ctx, device) => {
  const limits = { major: NEW_VERSION.major, leastUntil: ctx.clock.now(), firstPublished: new Date(0) };
  return moveToCoveringLicense(ctx, device, limits);
};

/** Looks for a free seat, then moves the device there: the wrong implementation. It omits the counters. */
const moveNaively: Move = async (ctx, { id, customerId }) => {
  const db = ctx.database.reader.tables<LicensingTables>();
  const target = await db
    .selectFrom('licenses')
    .select(['id', 'maxActivations'])
    .where('customerId', '=', customerId)
    .where('upToMajor', '>=', NEW_VERSION.major)
    .executeTakeFirstOrThrow();
  const seats = await db.selectFrom('activations').select('id').where('licenseId', '=', target.id).execute();
  if (seats.length >= target.maxActivations) return false;
  await ctx.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('activations')
      .set({ licenseId: target.id })
      .where('id', '=', id)
      .execute(),
  );
  return true;
};

type Release = (ctx: Context, device: DeviceOnLicense) => Promise<boolean>;

/** Releases a device, which may have moved since it was read. */
const release: Release = async (ctx, device) =>
  (await transaction(ctx, (tx) => releaseSeat(tx, device))) !== undefined;

/** Locks the license that the device had, then releases the device wherever it is: the wrong implementation. */
const releaseNaively: Release = async (ctx, { id, licenseId }) =>
  transaction(ctx, async (tx) => {
    await lockLicense(tx, ctx.account.id, licenseId);
    const released = await tx
      .tables<LicensingTables>()
      .updateTable('activations')
      .set({ status: 'Revoked', revokedAt: ctx.clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'Active')
      .returning('id')
      .execute();
    if (released.length > 0) await changeActiveActivations(tx, ctx.account.id, licenseId, -1);
    return released.length > 0;
  });

/** False where the table refused a count below 0; any other failure is one of the race. */
function refusedByTable(error: unknown): false {
  if (/check/iu.test(String(error))) return false;
  throw error;
}

function fail(subject: string): never {
  throw new Error(`there is no ${subject}`);
}

async function renewAll(ctx: Context, renewal: typeof renew): Promise<number> {
  for (const licenseId of subjects)
    await Promise.all(Array.from({ length: RENEWALS }, () => renewal(ctx, licenseId)));
  return subjects.length * RENEWALS;
}

async function payAll(ctx: Context, attempt: Payment): Promise<number> {
  let started = 0;
  for (const subject of subjects) started += (await attempt(ctx, subject)) ? 1 : 0;
  return started;
}

async function moveAll(ctx: Context, attempt: Move): Promise<number> {
  let moved = 0;
  for (const customerId of subjects) {
    const devices = await devicesOf(ctx, customerId);
    const results = await Promise.all(devices.map((device) => attempt(ctx, device)));
    moved += results.filter(Boolean).length;
  }
  return moved;
}

/** Moves all devices of an owner and releases all of them at the same time; counts the releases. */
async function releaseAll(ctx: Context, attempt: Release): Promise<number> {
  let released = 0;
  for (const customerId of subjects) {
    const devices = await devicesOf(ctx, customerId);
    const moves = Promise.all(devices.map((device) => move(ctx, device).catch(refusedByTable)));
    const results = await Promise.all(
      devices.toReversed().map((device) => attempt(ctx, device).catch(refusedByTable)),
    );
    await moves;
    released += results.filter(Boolean).length;
  }
  return released;
}

await takePart(location, async (database) => {
  const system = await systemOver(database);
  const account = (await findAccount(system, 'demo')) ?? fail('account demo');
  const ctx = testContext(system, account);
  switch (race) {
    case 'renew':
      return renewAll(ctx, renew);
    case 'renew-naive':
      return renewAll(ctx, renewNaively);
    case 'pay':
      return payAll(ctx, pay);
    case 'pay-naive':
      return payAll(ctx, payNaively);
    case 'move':
      return moveAll(ctx, move);
    case 'move-naive':
      return moveAll(ctx, moveNaively);
    case 'release':
      return releaseAll(ctx, release);
    case 'release-naive':
      return releaseAll(ctx, releaseNaively);
    default:
      throw new Error(`there is no race ${race}`);
  }
});
