import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import type { JournalTables } from '../../../platform/journal/tables.ts';
import { type LicensingScenario, licensingScenario, provisionLicenses } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Account, updateSettings } from '../../accounts/index.ts';
import { type Customer } from '../../customers/index.ts';
import { updateCustomer } from '../../customers/store.ts';
import { productsAwaitingProof, redirectLicenses, releaseLicenses } from './await-proof.ts';
import type { ProvisionRequest } from './provision-licenses.ts';
import type { LicensingTables } from '../tables.ts';
import { importLicense, ownedProductIds, requestLicenseToken, revokeLicense } from '../index.ts';

let scenario: LicensingScenario;
/** The account with `waitsForProvenEmail`. */
let waiting: Account;
before(async () => {
  scenario = await licensingScenario();
  waiting = await updateSettings(testContext(scenario.system, scenario.account), {
    waitsForProvenEmail: true,
  });
});
after(() => scenario.close());

const give = (account: Account, { id: ownerId }: Customer, ...requests: ProvisionRequest[]) =>
  provisionLicenses(testContext(scenario.system, account), { ownerId, requests });

function stateOf(customer: Customer) {
  const { ctx } = scenario;
  return Promise.all([ownedProductIds(ctx, customer.id), productsAwaitingProof(ctx, customer)]);
}

const change = (customer: Customer, changes: Partial<Customer>) =>
  scenario.system.database.transaction(async (tx) => {
    const changed = await updateCustomer(tx, customer.accountId, customer.id, changes);
    return changed ?? assert.fail('no customer');
  });

const prove = (customer: Customer) =>
  transaction(scenario.ctx, async (tx) => {
    const proven = await updateCustomer(tx, customer.accountId, customer.id, { isEmailConfirmed: true });
    await releaseLicenses(tx, customer);
    return proven ?? assert.fail('no customer');
  });

const DEVICE = { name: 'A device', signature: 'device' };

test('provisioned licenses can be used immediately, unless the account waits for the proof of an unproven address', async () => {
  const { id } = await scenario.product();
  const [early, unproven] = [await scenario.customer(), await scenario.customer()];
  const proven = await scenario.customer({ isEmailConfirmed: true });
  await give(scenario.account, early, { productId: id });
  await give(waiting, unproven, { productId: id });
  await give(waiting, proven, { productId: id });
  assert.deepEqual(
    [await stateOf(early), await stateOf(unproven), await stateOf(proven)],
    [
      [[id], []],
      [[], [id]],
      [[id], []],
    ],
  );
  const { system, account } = scenario;
  const request = requestLicenseToken(testContext(system, account), unproven, {
    productId: id,
    device: DEVICE,
  });
  await assert.rejects(request, { status: 403, errorType: 'ProductNotOwned' });
  assert.deepEqual(await stateOf(await prove(unproven)), [[id], []]);
});

test('the event of a grant says whether the licenses wait', async () => {
  const { id } = await scenario.product();
  const [early, unproven] = [await scenario.customer(), await scenario.customer()];
  await give(scenario.account, early, { productId: id });
  await give(waiting, unproven, { productId: id });
  const granted = await scenario.system.database.reader
    .tables<JournalTables>()
    .selectFrom('journalEvents')
    .select('data')
    .where('type', '=', 'license.granted')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  assert.deepEqual(
    granted.map(({ data }) => data['awaitsProof']),
    [true, false],
  );
});

test('imported licenses wait in the same way, with their seats', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const [early, unproven] = [await scenario.customer(), await scenario.customer()];
  const activations = [
    { deviceName: 'A device', deviceSignature: 'device', activationMethod: 'Online' },
  ] as const;
  for (const [to, { id: ownerId }] of [
    [account, early],
    [waiting, unproven],
  ] as const)
    await transaction(testContext(system, to), (tx) =>
      importLicense(tx, { ownerId, productId: product.id, activations }),
    );
  assert.deepEqual(
    [await stateOf(early), await stateOf(unproven)],
    [
      [[product.id], []],
      [[], [product.id]],
    ],
  );
  const input = { productId: product.id, device: DEVICE };
  await assert.rejects(requestLicenseToken(testContext(system, account), unproven, input), { status: 403 });
  assert.ok(
    await requestLicenseToken(testContext(system, account), await prove(unproven), input),
    'its seat is kept',
  );
});

test('licenses imported for an address go to the person who proves it, not to a customer who only signed up with it', async () => {
  const products = [await scenario.product(), await scenario.product()].map(({ id }) => id).toSorted();
  const eve = await scenario.customer({ externalId: 'vic' });
  const owners = [{ ownerEmail: eve.email }, { ownerExternalId: 'vic' }];
  for (const [index, owner] of owners.entries())
    await transaction(testContext(scenario.system, waiting), (tx) =>
      importLicense(tx, { ...owner, productId: products[index] ?? '' }),
    );
  const email = `eve-${eve.id}@example.com`;
  const moved = await change(eve, { email, emailKey: email });
  assert.deepEqual(await stateOf(await prove(moved)), [[], []]);
  const vic = await scenario.customer({ email: eve.email });
  assert.deepEqual(await stateOf(await prove(vic)), [products, []]);
});

test('a limit for each customer counts the licenses that wait', async () => {
  const { id: productId } = await scenario.product();
  const customer = await scenario.customer();
  const limited = { productId, quantity: 2, limitPerCustomer: 3 };
  assert.equal((await give(waiting, customer, limited)).length, 2);
  assert.equal((await give(waiting, customer, limited, limited)).length, 1);
  assert.equal((await give(scenario.account, customer, limited)).length, 0);
});

test('a proof gives what waits for its own address alone, and nothing that was revoked', async () => {
  const [first, revoked] = [await scenario.product(), await scenario.product()];
  const [customer, other] = [await scenario.customer(), await scenario.customer()];
  await give(waiting, customer, { productId: first.id });
  const [license] = await give(waiting, customer, { productId: revoked.id });
  await revokeLicense(scenario.ctx, license?.id ?? '');
  assert.deepEqual(await stateOf(customer), [[], [first.id]]);
  assert.deepEqual(await stateOf(await prove(other)), [[], []]);
  assert.deepEqual(await stateOf(await prove(customer)), [[first.id], []]);
});

test('licenses that wait for an address outlive a customer who only signed up with it, and go to the person who proves it', async () => {
  const { id: productId } = await scenario.product();
  const squatter = await scenario.customer();
  await provisionLicenses(testContext(scenario.system, waiting), {
    customer: { email: squatter.email },
    requests: [{ productId }],
  });
  const tombstone = `${squatter.id}@deleted.example`;
  const deleted = await change(squatter, { isDeleted: true, email: tombstone, emailKey: tombstone });
  const owner = await scenario.customer({ email: squatter.email });
  assert.deepEqual(await stateOf(owner), [[], [productId]]);
  const stranger = await scenario.customer();
  assert.deepEqual(await stateOf(await prove(stranger)), [[], []]);
  assert.deepEqual(await stateOf(await prove(owner)), [[productId], []]);
  assert.deepEqual(await stateOf(deleted), [[], []]);
});

test('licenses that a customer bought for a mistyped address wait for the right one; those of others stay', async () => {
  const products = [await scenario.product(), await scenario.product()].map(({ id }) => id);
  const [ann, bob] = [await scenario.customer(), await scenario.customer()];
  const from = `typo-${ann.id}@example.com`;
  for (const [index, { id: customerId }] of [ann, bob].entries()) {
    const [license] = await provisionLicenses(testContext(scenario.system, waiting), {
      ownerId: customerId,
      requests: [{ productId: products[index] ?? '' }],
    });
    await scenario.system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ awaitsEmailKey: from })
        .where('id', '=', license?.id ?? '')
        .execute(),
    );
  }
  const right = await scenario.customer();
  await transaction(scenario.ctx, (tx) =>
    redirectLicenses(tx, { customerId: ann.id, from, to: right.emailKey }),
  );
  const mistyped = await scenario.customer({ email: from });
  assert.deepEqual(
    [await stateOf(right), await stateOf(mistyped)],
    [
      [[], [products[0]]],
      [[], [products[1]]],
    ],
  );
});

test('a deleted customer’s licenses for a proven address do not go to the person who proves that address later', async () => {
  const { id: productId } = await scenario.product();
  const member = await scenario.customer();
  await give(waiting, member, { productId });
  await prove(member);
  const tombstone = `${member.id}@deleted.example`;
  await change(member, { isDeleted: true, email: tombstone, emailKey: tombstone });
  const later = await scenario.customer({ email: member.email });
  assert.deepEqual(await stateOf(await prove(later)), [[], []]);
});
