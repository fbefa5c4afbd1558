import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findCustomerByEmail } from '../../customers/store.ts';
import { createAccount } from '../../accounts/index.ts';
import { testContext, testTx } from '../../../../test/context.ts';
import {
  insertOrder,
  type LicensingScenario,
  licensingScenario,
  provisionLicenses,
} from '../../../../test/licensing.ts';
import { grantLicenses, licensesOfSubscriptions, ownedProductIds, productsOfCustomers } from '../index.ts';
import { listLicenses } from '../store/licenses.ts';
import type { ProvisionInput } from './provision-licenses.ts';
import type { License, LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

function provision(input: ProvisionInput): Promise<License[]> {
  return provisionLicenses(scenario.ctx, input);
}

async function count(customerId: string): Promise<number> {
  const { system, account } = scenario;
  return (
    await listLicenses(system.database.reader, account.id, { limit: 100_000, customerId }, system.clock.now())
  ).length;
}

test('licenses get the seats that the product has, and are active immediately', async () => {
  const product = await scenario.product({ maxActivations: 4, allowsOffline: true });
  const customer = await scenario.customer();
  const [license, ...rest] = await provision({
    ownerId: customer.id.toUpperCase(),
    requests: [{ productId: product.id }],
  });
  assert.equal(rest.length, 0);
  assert.equal(license?.customerId, customer.id);
  assert.equal(license?.maxActivations, 4);
  assert.equal(license?.allowsOffline, true);
  const { system, account } = scenario;
  const filter = { limit: 1, customerId: customer.id };
  const [row] = await listLicenses(system.database.reader, account.id, filter, system.clock.now());
  assert.deepEqual(row, license);
});

test('a new customer is made without a password, and one with that email is found however it is written', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const customer = { email: 'New.One@example.com', name: 'New One' };
  const [first] = await provision({ customer, requests: [{ productId: product.id }] });
  const [second] = await provision({
    customer: { email: 'new.one@EXAMPLE.com' },
    requests: [{ productId: product.id }],
  });
  assert.equal(first?.customerId, second?.customerId);
  const customerRow = await findCustomerByEmail(system.database.reader, account.id, customer.email);
  assert.deepEqual(
    [customerRow?.id, customerRow?.name, customerRow?.passwordHash],
    [first?.customerId, 'New One', null],
  );
});

test('a limit counts the usable licenses that the customer has, those of the same call too', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product();
  const other = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id, 2);
  await scenario.license(customer, other.id, 9);
  const licenses = await provision({
    ownerId: customer.id,
    requests: [
      { productId: product.id, quantity: 2, limitPerCustomer: 5 },
      { productId: product.id, quantity: 4, limitPerCustomer: 5 },
      { productId: product.id, quantity: 1, limitPerCustomer: 3 },
    ],
  });
  assert.equal(licenses.length, 3);
  // Licenses that cannot be used do not count.
  const dead = licenses.slice(0, 2).map(({ id }) => id);
  await system.database.transaction(async (tx) => {
    const update = tx.tables<LicensingTables>().updateTable('licenses').where('accountId', '=', account.id);
    await update
      .set({ status: 'Revoked' })
      .where('id', '=', dead[0] ?? '')
      .execute();
    await update
      .set({ expiresAt: clock.now() })
      .where('id', '=', dead[1] ?? '')
      .execute();
  });
  const more = await provision({
    ownerId: customer.id,
    requests: [{ productId: product.id, quantity: 1_000, limitPerCustomer: 5 }],
  });
  assert.equal(more.length, 2);
});

test('nothing is granted when anything is wrong, and every issue is reported', async () => {
  const product = await scenario.product();
  const inactive = await scenario.product({ status: 'Inactive' });
  const customer = await scenario.customer();
  const requests = [
    { productId: product.id, quantity: 1 },
    { productId: 'unknown', quantity: 0 },
    { productId: inactive.id, limitPerCustomer: -1 },
    { productId: product.id, quantity: 1_001 },
  ];
  await assert.rejects(
    provision({ ownerId: customer.id, customer: { email: 'no' }, requests }),
    (error: unknown) => {
      assert.ok(error instanceof Error && 'errors' in error);
      assert.deepEqual(Object.keys(error.errors ?? {}).toSorted(), [
        'customer',
        'customer.email',
        'requests[1].productId',
        'requests[1].quantity',
        'requests[2].limitPerCustomer',
        'requests[2].productId',
        'requests[3].quantity',
      ]);
      return true;
    },
  );
  await assert.rejects(provision({ requests: [] }), {
    errors: { ownerId: ['is required when no customer is given'], requests: ['must have 1 to 100 entries'] },
  });
  await assert.rejects(
    provision({ ownerId: scenario.system.ids.guid(), requests: [{ productId: product.id }] }),
    {
      status: 404,
    },
  );
  assert.equal(await count(customer.id), 0);
});

test('a customer of another account is unknown', async () => {
  const { system } = scenario;
  const other = await createAccount(system, { id: 'other', name: 'Other' });
  const product = await scenario.product();
  const customer = await scenario.customer();
  await assert.rejects(
    provisionLicenses(testContext(system, other), {
      ownerId: customer.id,
      requests: [{ productId: product.id }],
    }),
    { status: 400, errors: { 'requests[0].productId': ['is not a product of this account'] } },
  );
  assert.equal(await count(customer.id), 0);
});

test('a hundred requests of a thousand are one transaction', async () => {
  const product = await scenario.product();
  const customer = await scenario.customer();
  const requests = Array.from({ length: 10 }, () => ({ productId: product.id, quantity: 1_000 }));
  const licenses = await provision({ ownerId: customer.id, requests });
  assert.equal(licenses.length, 10_000);
  assert.equal(new Set(licenses.map(({ id }) => id)).size, 10_000);
  assert.equal(await count(customer.id), 10_000);
});

test('the licenses of an order line are granted once', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  const orderId = await insertOrder(scenario);
  const grant = {
    customerId: customer.id,
    productId: product.id,
    quantity: 3,
    orderId,
    orderLineId: 'line-1',
  };
  const give = () => system.database.transaction((tx) => grantLicenses(testTx(system, tx, account), grant));
  assert.deepEqual(
    (await give()).map(({ orderOrdinal }) => orderOrdinal),
    [0, 1, 2],
  );
  await assert.rejects(give());
  assert.equal(await count(customer.id), 3);
});

test('the products that a customer owns are those of usable licenses, each once', async () => {
  const { system, clock } = scenario;
  const [a, b, c] = [await scenario.product(), await scenario.product(), await scenario.product()];
  const [customer, nobody] = [await scenario.customer(), await scenario.customer()];
  await scenario.license(customer, b.id, 2);
  await scenario.license(customer, a.id);
  const ended = await scenario.license(customer, c.id);
  await system.database.transaction(async (tx) => {
    const update = tx.tables<LicensingTables>().updateTable('licenses');
    await update.set({ expiresAt: clock.now() }).where('id', '=', ended.id).execute();
    const expiresAt = new Date(clock.now().getTime() + 86_400_000);
    await update.set({ subscriptionId: 's', expiresAt }).where('productId', '=', a.id).execute();
  });
  assert.deepEqual(await ownedProductIds(scenario.ctx, customer.id), [a.id, b.id]);
  const products = await productsOfCustomers(scenario.ctx, [customer.id, nobody.id]);
  assert.deepEqual(products.get(customer.id), { owned: [a.id, b.id], subscribed: [a.id] });
  assert.deepEqual(products.get(nobody.id), { owned: [], subscribed: [] });
});

test('of each subscription the newest licenses are named, and no more than asked for', async () => {
  const { system, ctx, clock } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  const plans = [system.ids.guid(), system.ids.guid(), system.ids.guid()] as const;
  const licenses = new Map<string, string[]>(plans.map((id) => [id, []]));
  for (const subscriptionId of [plans[0], plans[0], plans[0], plans[1]]) {
    const { id } = await scenario.license(customer, product.id);
    licenses.get(subscriptionId)?.unshift(id);
    clock.advance(1_000);
    await system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ subscriptionId })
        .where('id', '=', id)
        .execute(),
    );
  }
  const [first, second, third] = plans;
  const ids = await licensesOfSubscriptions(ctx, plans, 2);
  assert.deepEqual(ids.get(first), licenses.get(first)?.slice(0, 2));
  assert.deepEqual([ids.get(second), ids.get(third)], [licenses.get(second), []]);
});
