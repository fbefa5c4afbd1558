import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { payOrder, refundOrder, updateOrder } from '../../src/modules/orders/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { listPayments } from '../../src/modules/payments/index.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import { testEngine } from '../database.ts';
import { assertInvariants } from '../invariants.ts';
import { times } from '../length.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { DELAYED_PAYMENT, paidInFull, report } from '../payments.ts';
import { runTogether } from '../processes.ts';
import { GUEST_LINK } from '../shop.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('refund-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** 500 with `npm test -- --long`. */
const RACES = times(8, 500);

/** A paid order of two units at 1 euro, whose line has the id of the order; returns its id. */
async function paidOrder({ ctx }: LicensingScenario): Promise<string> {
  const orderId = randomUUID();
  const product = { type: 'Product' as const, productId: 'racer', variationId: 'racer-once' };
  const items = [{ id: orderId, ...product, quantity: 2 }];
  await updateOrder(ctx, { orderId, customerId: undefined, patch: { items, utm: {} } });
  const buyer = { name: 'Racer', email: `${orderId}@example.com` };
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT });
  const [payment = assert.fail('no payment')] = await listPayments(ctx, { kind: 'Order', id: orderId });
  await report(ctx, payment, paidInFull(payment));
  return orderId;
}

async function race(
  name: string,
  check: (scenario: LicensingScenario) => Promise<void>,
  prepare: (scenario: LicensingScenario, orderId: string) => Promise<string> = async () => '',
): Promise<void> {
  const scenario = await licensingScenario();
  try {
    await scenario.product({ id: 'racer' });
    const variation = { id: 'racer-once', name: 'Once', prices: { EUR: 100 } };
    await createVariation(scenario.ctx, { type: 'Product', id: 'racer' }, variation);
    const list: string[] = [];
    for (let index = 0; index < RACES; index += 1) {
      const orderId = await paidOrder(scenario);
      list.push(`${orderId}/${await prepare(scenario, orderId)}`);
    }
    const parts = Array.from({ length: PROCESSES }, () => [scenario.location, name, list.join(',')]);
    assert.deepEqual(await runTogether(SCRIPT, parts), Array(PROCESSES).fill(RACES));
    await check(scenario);
  } finally {
    await scenario.close();
  }
}

/** The sum of the refunds of each payment. */
async function refundedPerPayment({ system }: LicensingScenario): Promise<number[]> {
  const refunds = system.database.reader.tables<PaymentTables>().selectFrom('refunds');
  const rows = await refunds.select(['paymentId', 'amountMinor']).execute();
  return [...Map.groupBy(rows, ({ paymentId }) => paymentId).values()].map((own) =>
    own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  );
}

test('concurrent refunds never return more than was paid', () =>
  race('amount', async (scenario) => {
    assert.deepEqual(await refundedPerPayment(scenario), Array(RACES).fill(120));
    await assertInvariants(scenario.system.database.reader);
  }));

test('each unit is refunded once, whoever requests it', () =>
  race('units', async (scenario) => {
    assert.deepEqual(await refundedPerPayment(scenario), Array(RACES).fill(200));
    await assertInvariants(scenario.system.database.reader);
  }));

test('a refund, one made at the provider and a lost dispute take effect once each, in any order', () =>
  race(
    'perform',
    async (scenario) => {
      const db = scenario.system.database.reader;
      assert.deepEqual(await refundedPerPayment(scenario), Array(RACES).fill(200));
      const mails = db.tables<MailTables>().selectFrom('mails').select('id').where('kind', '=', 'Refund');
      assert.equal((await mails.execute()).length, 2 * RACES, 'none of the dispute');
      const licenses = db.tables<LicensingTables>().selectFrom('licenses').select('status');
      assert.deepEqual(
        (await licenses.execute()).map(({ status }) => status),
        Array(2 * RACES).fill('Revoked'),
      );
      await assertInvariants(db);
    },
    async ({ ctx }, orderId) => {
      const amount = { currency: 'EUR', amountMinor: 60 };
      const request = { orderId, amount, revokesLicenses: true };
      return (await transaction(ctx, (tx) => refundOrder(tx, request))).id;
    },
  ));

/** The reasons why each license is suspended. */
async function reasonsPerLicense({ system }: LicensingScenario): Promise<Map<string, string[]>> {
  const suspensions = system.database.reader.tables<LicensingTables>().selectFrom('licenseSuspensions');
  const rows = await suspensions.select(['licenseId', 'reason']).execute();
  const groups = Map.groupBy(rows, ({ licenseId }) => licenseId);
  return new Map([...groups].map(([id, own]) => [id, own.map(({ reason }) => reason)]));
}

test('a license that the vendor revokes while a refund takes it has one of the two reasons, never both', () =>
  race('revocation', async (scenario) => {
    const reasons = await reasonsPerLicense(scenario);
    for (const [id, own] of reasons) assert.equal(own.length, 1, `${id}: ${own.join(' and ')}`);
    assert.ok(reasons.size >= RACES);
    await assertInvariants(scenario.system.database.reader);
  }));

test('the race is run: looking at a license first and revoking it then gives it both reasons', () =>
  untilExercised(() =>
    race('naiveRevocation', async (scenario) => {
      const reasons = [...(await reasonsPerLicense(scenario)).values()];
      assert.ok(
        reasons.some((own) => own.length > 1),
        `every license has one: ${reasons.flat().join(', ')}`,
      );
    }),
  ));

test('the race is run: checking first and refunding then refunds more than was paid', () =>
  untilExercised(() =>
    race('naively', async (scenario) => {
      const sums = await refundedPerPayment(scenario);
      assert.ok(
        sums.some((sum) => sum > 200),
        `at most ${Math.max(...sums)} of 200 went back`,
      );
    }),
  ));
