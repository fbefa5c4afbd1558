import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOrder, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import {
  findLicense,
  grantLicenses,
  restoreLicense,
  restoreReturnedLicenses,
  restoreSuspendedLicenses,
  revokeLicense,
  revokeReturnedLicenses,
  suspendLicenses,
  upgradeLicense,
} from '../index.ts';
import { lockLicensesOf } from '../store/licenses.ts';
import { lockLicensesIn } from '../store/order-licenses.ts';
import type { LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const UNIT = { lineId: 'line', quantity: 1 };

/** A license of an order, what happens to it, and its state afterwards. */
async function saleOfLicense() {
  const [product, customer] = [await scenario.product(), await scenario.customer()];
  const orderId = await insertOrder(scenario);
  const grant = { customerId: customer.id, productId: product.id, quantity: 1, orderId, orderLineId: 'line' };
  const work = <Result>(step: (tx: CommandTx) => Promise<Result>) => transaction(scenario.ctx, step);
  const [license] = await work((tx) => grantLicenses(tx, grant));
  assert.ok(license);
  const steps = {
    refunded: () => work((tx) => revokeReturnedLicenses(tx, orderId, [{ ...UNIT, returnedInAll: 1 }])),
    refundFailed: () => work((tx) => restoreReturnedLicenses(tx, orderId, [{ ...UNIT, returnedInAll: 0 }])),
    disputed: () => work((tx) => suspendLicenses(tx, { orderId })),
    disputeWon: () => work((tx) => restoreSuspendedLicenses(tx, { orderId })),
    revoked: () => revokeLicense(scenario.ctx, license.id),
    restored: () => work((tx) => restoreLicense(tx, license.id)),
  };
  const state = async (): Promise<string> => {
    const current = await findLicense(scenario.ctx, license.id);
    return current?.revocationReason ?? String(current?.status);
  };
  /** The states after these steps, one after the other. */
  const statesAfter = async (...names: (keyof typeof steps)[]): Promise<string[]> => {
    const states: string[] = [];
    for (const name of names) {
      await steps[name]();
      states.push(await state());
    }
    return states;
  };
  return { id: license.id, statesAfter };
}

test('each reason for a revocation is taken back alone', async () => {
  const cases = [
    [
      ['disputed', 'disputeWon'],
      ['Dispute', 'Active'],
    ],
    [
      ['refunded', 'refundFailed'],
      ['Refund', 'Active'],
    ],
    [
      ['disputed', 'revoked', 'disputeWon'],
      ['Dispute', 'Revoked', 'Revoked'],
    ],
    [
      ['refunded', 'revoked', 'refundFailed'],
      ['Refund', 'Refund', 'Active'],
    ],
    [
      ['revoked', 'disputed', 'disputeWon'],
      ['Revoked', 'Revoked', 'Revoked'],
    ],
    [
      ['disputed', 'refunded', 'disputeWon', 'refundFailed'],
      ['Dispute', 'Refund', 'Refund', 'Active'],
    ],
    [
      ['disputed', 'refunded', 'refundFailed', 'disputeWon'],
      ['Dispute', 'Refund', 'Dispute', 'Active'],
    ],
    [
      ['refunded', 'disputed', 'refundFailed', 'disputeWon'],
      ['Refund', 'Refund', 'Dispute', 'Active'],
    ],
  ] as const;
  for (const [steps, states] of cases)
    assert.deepEqual(await (await saleOfLicense()).statesAfter(...steps), states);
});

test('a dispute of an upgrade takes it from the license, and one that is won gives it back', async () => {
  const [product, customer] = [await scenario.product(), await scenario.customer()];
  const work = <Result>(step: (tx: CommandTx) => Promise<Result>) => transaction(scenario.ctx, step);
  const grant = { customerId: customer.id, productId: product.id, quantity: 1, upToMajor: 1 };
  const [license] = await work((tx) => grantLicenses(tx, grant));
  assert.ok(license);
  const orderId = await insertOrder(scenario);
  await work((tx) =>
    upgradeLicense(tx, {
      licenseId: license.id,
      customerId: customer.id,
      kind: 'Upgrade',
      productId: product.id,
      variationId: null,
      gives: { upToMajor: 2 },
      keepsLicense: false,
      fromProductId: product.id,
      orderId,
      orderLineId: 'line',
    }),
  );
  const majorAfter = async (step: typeof suspendLicenses | typeof restoreSuspendedLicenses) => {
    await work((tx) => step(tx, { orderId }));
    return (await findLicense(scenario.ctx, license.id))?.upToMajor;
  };
  assert.equal(await majorAfter(suspendLicenses), 1);
  assert.equal(await majorAfter(restoreSuspendedLicenses), 2);
});

test('the licenses of a customer and those of an order are locked in one order', async () => {
  const [product, customer] = [await scenario.product(), await scenario.customer()];
  const orderId = await insertOrder(scenario);
  const grant = { customerId: customer.id, productId: product.id, quantity: 5, orderId, orderLineId: 'line' };
  await transaction(scenario.ctx, (tx) => grantLicenses(tx, grant));
  await transaction(scenario.ctx, async (tx) => {
    const ofOrder = await lockLicensesIn(tx, tx.account.id, { orderId });
    assert.equal(ofOrder.length, 5);
    assert.deepEqual(
      await lockLicensesOf(tx, tx.account.id, customer.id),
      ofOrder.map(({ id }) => id),
    );
  });
});

test('a restoration by the vendor takes every reason back', async () => {
  const license = await saleOfLicense();
  assert.deepEqual(await license.statesAfter('disputed', 'revoked', 'restored'), [
    'Dispute',
    'Revoked',
    'Active',
  ]);
  const db = scenario.system.database.reader.tables<LicensingTables>();
  const rows = await db
    .selectFrom('licenseSuspensions')
    .selectAll()
    .where('licenseId', '=', license.id)
    .execute();
  assert.deepEqual(rows, []);
});
