import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOrder, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { extendLicenses, findLicense, type Grant, grantLicenses, revokeLicense } from '../index.ts';
import type { License } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const EARLY = new Date('2026-04-01T00:00:00.000Z');
const LATE = new Date('2026-05-01T00:00:00.000Z');
const LATEST = new Date('2026-06-01T00:00:00.000Z');

async function grant(input: Partial<Grant>): Promise<License> {
  const [product, customer] = [await scenario.product(), await scenario.customer()];
  const base = { customerId: customer.id, productId: product.id, quantity: 1 };
  const [license] = await transaction(scenario.ctx, (tx) => grantLicenses(tx, { ...base, ...input }));
  assert.ok(license);
  return license;
}

const extend = (group: Parameters<typeof extendLicenses>[1], until = LATE): Promise<number> =>
  transaction(scenario.ctx, (tx) => extendLicenses(tx, group, until));

const now = ({ id }: License): Promise<License | undefined> => findLicense(scenario.ctx, id);

test('licenses of a subscription end later, once, and no other license does', async () => {
  const license = await grant({ subscriptionId: 's-1', expiresAt: EARLY });
  const other = await grant({ subscriptionId: 's-2', expiresAt: EARLY });
  assert.equal(await extend({ subscriptionId: 's-1' }), 1);
  assert.equal(await extend({ subscriptionId: 's-1' }), 0);
  assert.deepEqual(await now(license), { ...license, expiresAt: LATE, revision: license.revision + 1 });
  assert.deepEqual(await now(other), other);
});

test('licenses of an order are extended, but never shortened, and perpetual ones stay so', async () => {
  const orderId = await insertOrder(scenario);
  const ofOrder = { orderId, orderLineId: 'line' };
  const license = await grant({ ...ofOrder, expiresAt: EARLY });
  const longer = await grant({ ...ofOrder, expiresAt: LATEST });
  const perpetual = await grant(ofOrder);
  assert.equal(await extend({ orderId }), 1);
  assert.deepEqual((await now(license))?.expiresAt, LATE);
  assert.deepEqual([await now(longer), await now(perpetual)], [longer, perpetual]);
});

test('a revoked license is extended and stays revoked', async () => {
  const license = await grant({ subscriptionId: 's-3', expiresAt: EARLY });
  await revokeLicense(scenario.ctx, license.id);
  assert.equal(await extend({ subscriptionId: 's-3' }), 1);
  const extended = await now(license);
  assert.deepEqual([extended?.status, extended?.expiresAt], ['Revoked', LATE]);
});
