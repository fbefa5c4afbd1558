import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import type { CustomerTables } from '../../src/modules/customers/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { assertInvariants } from '../invariants.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { DELAYED_PAYMENT } from '../payments.ts';
import { GUEST_LINK } from '../shop.ts';
import { untilExercised } from './until-exercised.ts';
import { times } from '../length.ts';

const SCRIPT = new URL('proof-process.ts', import.meta.url);
const PROCESSES = 2;
/** 1,000 with `npm test -- --long`. */
const RACES = times(30, 1_000);
const QUANTITY = 2;

/** A guest's order for the address of a customer who has not proven it; its payment waits for the provider's report. */
async function purchaseFor({ ctx, system }: LicensingScenario, email: string): Promise<string> {
  const orderId = randomUUID();
  const item = { type: 'Product' as const, productId: 'racer', variationId: 'racer-once' };
  const patch = { items: [{ ...item, quantity: QUANTITY }], utm: {} };
  await updateOrder(ctx, { orderId, customerId: undefined, patch });
  const buyer = { name: 'Racer', email };
  await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT });
  const payments = system.database.reader.tables<PaymentTables>().selectFrom('payments').select('id');
  return (await payments.where('subjectId', '=', orderId).executeTakeFirstOrThrow()).id;
}

/** Pays and proves at the same time; passes the check what is still waiting. */
async function race(
  name: string,
  check: (waiting: number, scenario: LicensingScenario) => Promise<void>,
): Promise<void> {
  const scenario = await licensingScenario();
  try {
    await scenario.product({ id: 'racer' });
    const variation = { id: 'racer-once', name: 'Once', prices: { EUR: 100 } };
    await createVariation(scenario.ctx, { type: 'Product', id: 'racer' }, variation);
    const pairs: string[] = [];
    for (let index = 0; index < RACES; index += 1) {
      const { id, email } = await scenario.customer({ email: `racer-${index}@example.com` });
      pairs.push(`${await purchaseFor(scenario, email)}/${id}`);
    }
    const parts = Array.from({ length: PROCESSES }, (_, number) => [
      scenario.location,
      name,
      String(number),
      pairs.join(','),
    ]);
    assert.deepEqual(await runTogether(SCRIPT, parts), Array(PROCESSES).fill(RACES));
    const waiting = await licensesOf(scenario).where('awaitsEmailKey', 'is not', null).execute();
    await check(waiting.length, scenario);
  } finally {
    await scenario.close();
  }
}

function licensesOf({ system }: LicensingScenario) {
  return system.database.reader.tables<LicensingTables>().selectFrom('licenses').selectAll();
}

test('a purchase that is paid while its address is proven goes to the person who proves it, once, and waits no more', () =>
  race('real', async (waiting, scenario) => {
    assert.equal(waiting, 0);
    const { reader } = scenario.system.database;
    const rows = await reader
      .tables<OrderTables & CustomerTables>()
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customerId')
      .select(['orders.id', 'customers.id as customerId', 'customers.isEmailConfirmed'])
      .execute();
    assert.deepEqual(
      rows.map(({ isEmailConfirmed }) => isEmailConfirmed),
      Array(RACES).fill(true),
    );
    const licenses = await licensesOf(scenario).execute();
    const owned = rows.flatMap(({ id, customerId }) => Array<string>(QUANTITY).fill(`${id} ${customerId}`));
    assert.deepEqual(
      licenses.map(({ orderId, customerId }) => `${orderId} ${customerId}`).toSorted(),
      owned.toSorted(),
    );
    await assertInvariants(reader);
  }));

test('the race is run: checking for the proof first and granting then leaves licenses waiting forever', () =>
  untilExercised(() =>
    race('naive', (waiting) => {
      assert.ok(waiting > 0, 'no license waits for a proof that was made already');
      return Promise.resolve();
    }),
  ));
