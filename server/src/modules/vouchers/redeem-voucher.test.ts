import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { testContext } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { updateSettings } from '../accounts/index.ts';
import { createBundle, updateBundle, updateProduct } from '../catalog/index.ts';
import { type LicensingTables, ownedProductIds } from '../licensing/index.ts';
import {
  createVoucherBatch,
  listBatchCodes,
  peekVoucher,
  redeemVoucher,
  revokeVoucherBatch,
  voucherJob,
} from './index.ts';
import type { VoucherContent } from './tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

async function voucherFor(...contents: VoucherContent[]): Promise<{ batchId: string; code: string }> {
  const batch = await createVoucherBatch(scenario.ctx, {
    name: 'Gift',
    quantity: 1,
    contents,
  });
  const [first] = await listBatchCodes(scenario.ctx, batch.id, { from: 0, limit: 1 });
  return { batchId: batch.id, code: first?.code ?? '' };
}

function owned(customerId: string): Promise<string[]> {
  return ownedProductIds(scenario.ctx, customerId);
}

/** The system, with a hook right before its next transaction begins. */
function withHook(system: System, hook: () => Promise<unknown>): System {
  const { database } = system;
  const transaction: Database['transaction'] = async (work) => {
    await hook();
    return database.transaction(work);
  };
  return { ...system, database: { ...database, transaction } };
}

test('a voucher for an archived or inactive item is refused with its name, and stays valid', async () => {
  const product = await scenario.product({ name: 'Reverb' });
  const content = { type: 'Product', id: product.id, quantity: 1 } as const;
  await createBundle(scenario.ctx, { id: 'fx', name: 'Effects', productIds: [product.id] });
  const codes = [await voucherFor(content), await voucherFor({ type: 'Bundle', id: 'fx', quantity: 1 })];
  const customer = await scenario.customer();
  const setBundle = async (isArchived: boolean) => {
    await updateBundle(scenario.ctx, 'fx', { isArchived });
  };
  await setBundle(true);
  await assert.rejects(redeemVoucher(scenario.ctx, customer, codes[1] ?? { code: '' }), {
    status: 409,
    errorType: 'VoucherNotRedeemable',
    detail: 'Effects is not available at present, so the voucher cannot be redeemed. It stays as it is.',
  });
  await assert.rejects(voucherFor({ type: 'Bundle', id: 'fx', quantity: 1 }), {
    status: 400,
    errors: { 'contents[0].id': ['No voucher could be redeemed for Effects: it is archived.'] },
  });
  await setBundle(false);
  for (const [changes, reason] of [
    [{ isArchived: true }, 'archived'],
    [{ isArchived: false, status: 'Inactive' }, 'inactive'],
  ] as const) {
    await updateProduct(scenario.ctx, product.id, changes);
    for (const { code } of codes) {
      await assert.rejects(redeemVoucher(scenario.ctx, customer, { code }), {
        errorType: 'VoucherNotRedeemable',
        detail: 'Reverb is not available at present, so the voucher cannot be redeemed. It stays as it is.',
      });
      assert.equal((await peekVoucher(scenario.ctx, { code })).isRedeemed, false);
    }
    await assert.rejects(voucherFor(content, { type: 'Bundle', id: 'fx', quantity: 1 }), {
      status: 400,
      errors: {
        'contents[0].id': [`No voucher could be redeemed for Reverb: it is ${reason}.`],
        'contents[1].id': [`No voucher could be redeemed for Reverb: it is ${reason}.`],
      },
    });
  }
  assert.deepEqual(await owned(customer.id), []);
  await updateProduct(scenario.ctx, product.id, { status: 'Active' });
  for (const { code } of codes) await redeemVoucher(scenario.ctx, customer, { code });
  assert.deepEqual(await owned(customer.id), [product.id]);
});

test('revoking a batch again changes nothing, not even the date', async () => {
  const { clock } = scenario;
  clock.hold('it compares the date of the revocation with the clock');
  const product = await scenario.product();
  const { batchId } = await voucherFor({ type: 'Product', id: product.id, quantity: 1 });
  const revoked = await revokeVoucherBatch(scenario.ctx, batchId);
  assert.deepEqual(revoked.revokedAt, clock.now());
  clock.advance(60_000);
  assert.deepEqual(await revokeVoucherBatch(scenario.ctx, batchId), revoked);
});

test('a voucher grants all of its licenses or none, and stays valid when it granted none', async () => {
  const [good, resting] = [await scenario.product(), await scenario.product()];
  await createBundle(scenario.ctx, {
    id: 'pair',
    name: 'Pair',
    productIds: [good.id, resting.id],
  });
  const { code } = await voucherFor(
    { type: 'Product', id: good.id, quantity: 2 },
    { type: 'Bundle', id: 'pair', quantity: 1 },
  );
  const customer = await scenario.customer();
  await updateProduct(scenario.ctx, resting.id, { status: 'Inactive' });
  await assert.rejects(redeemVoucher(scenario.ctx, customer, { code }), {
    status: 409,
    errorType: 'VoucherNotRedeemable',
  });
  assert.deepEqual(await owned(customer.id), []);
  assert.equal((await peekVoucher(scenario.ctx, { code })).isRedeemed, false);
  await updateProduct(scenario.ctx, resting.id, { status: 'Active' });
  await redeemVoucher(scenario.ctx, customer, { code });
  assert.deepEqual(await owned(customer.id), [good.id, resting.id].toSorted());
});

test('a voucher of several of a bundle gives as many licenses of each of its products', async () => {
  const { ctx, system } = scenario;
  const productIds: string[] = [];
  for (let index = 0; index < 3; index += 1) productIds.push((await scenario.product()).id);
  await createBundle(ctx, { id: 'trio', name: 'Trio', productIds });
  const [alone = '', ...others] = productIds;
  const { code } = await voucherFor(
    { type: 'Bundle', id: 'trio', quantity: 4 },
    { type: 'Product', id: alone, quantity: 2 },
  );
  const customer = await scenario.customer();
  const countById = async () => {
    const licenses = await system.database.reader
      .tables<LicensingTables>()
      .selectFrom('licenses')
      .select('productId')
      .where('customerId', '=', customer.id)
      .execute();
    return productIds.map((id) => licenses.filter(({ productId }) => productId === id).length);
  };
  for (let time = 0; time < 2; time += 1) {
    await redeemVoucher(ctx, customer, { code });
    assert.deepEqual(await countById(), [6, ...others.map(() => 4)]);
  }
});

test('items that are no longer sold can still be redeemed', async () => {
  const product = await scenario.product();
  await createBundle(scenario.ctx, { id: 'old', name: 'Old', productIds: [product.id] });
  const { code } = await voucherFor({ type: 'Bundle', id: 'old', quantity: 1 });
  await updateBundle(scenario.ctx, 'old', { isPurchasable: false });
  const customer = await scenario.customer();
  await redeemVoucher(scenario.ctx, customer, { code });
  assert.deepEqual(await owned(customer.id), [product.id]);
});

test('a batch that is revoked between the read and the redemption grants nothing', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const { batchId, code } = await voucherFor({ type: 'Product', id: product.id, quantity: 1 });
  const customer = await scenario.customer();
  const revocation = withHook(system, () => revokeVoucherBatch(scenario.ctx, batchId));
  await assert.rejects(redeemVoucher(testContext(revocation, account), customer, { code }), {
    status: 409,
    errorType: 'VoucherNotRedeemable',
  });
  assert.deepEqual(await owned(customer.id), []);
});

test('a signed-in customer who has not proven the address gets the content of a voucher immediately, whatever the account waits for', async () => {
  const { system } = scenario;
  const product = await scenario.product();
  const { code } = await voucherFor({ type: 'Product', id: product.id, quantity: 1 });
  const customer = await scenario.customer();
  assert.equal(customer.isEmailConfirmed, false);
  const account = await updateSettings(testContext(system, scenario.account), { waitsForProvenEmail: true });
  try {
    await redeemVoucher(testContext(system, account), customer, { code });
    assert.deepEqual(await owned(customer.id), [product.id]);
  } finally {
    await updateSettings(testContext(system, scenario.account), { waitsForProvenEmail: false });
  }
});

test('a voucher that expires between the read and the redemption grants nothing, and a moment before it does', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product();
  const contents = [{ type: 'Product', id: product.id, quantity: 1 }] as const;
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const batch = await createVoucherBatch(scenario.ctx, {
    name: 'Brief',
    quantity: 2,
    expiresAt,
    contents,
  });
  const [good, late] = await listBatchCodes(scenario.ctx, batch.id, { from: 0, limit: 2 });
  assert.ok(good && late);
  const customer = await scenario.customer();
  clock.set(new Date(expiresAt.getTime() - 1));
  await redeemVoucher(scenario.ctx, customer, good);
  assert.deepEqual(await owned(customer.id), [product.id]);
  const second = await scenario.customer();
  const ended = withHook(system, async () => clock.set(expiresAt));
  await assert.rejects(redeemVoucher(testContext(ended, account), second, late), {
    errorType: 'VoucherExpired',
  });
  assert.deepEqual(await owned(second.id), []);
});

test('a voucher that another customer redeems between the read and the redemption is theirs', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const voucher = await voucherFor({ type: 'Product', id: product.id, quantity: 1 });
  const [first, second] = [await scenario.customer(), await scenario.customer()];
  const overtaken = withHook(system, () => redeemVoucher(scenario.ctx, first, voucher));
  await assert.rejects(redeemVoucher(testContext(overtaken, account), second, voucher), {
    status: 403,
    errorType: 'VoucherRedeemed',
  });
  assert.deepEqual([await owned(first.id), await owned(second.id)], [[product.id], []]);
});

test('two jobs that make the codes of a batch at the same time make each code once', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const contents = [{ type: 'Product', id: product.id, quantity: 1 }] as const;
  const batch = await createVoucherBatch(scenario.ctx, {
    name: 'Many',
    quantity: 1_300,
    contents,
  });
  const job = {
    accountId: account.id,
    payload: { batchId: batch.id },
    signal: new AbortController().signal,
    finish: async () => undefined,
  };
  let isFirst = true;
  const overtaken = withHook(system, async () => {
    if (!isFirst) return;
    isFirst = false;
    await voucherJob.handler(system)({ ...job, id: 'a', attempt: 1 });
  });
  await voucherJob.handler(overtaken)({ ...job, id: 'b', attempt: 1 });
  const codes = await listBatchCodes(scenario.ctx, batch.id, { from: 0, limit: 2_000 });
  assert.deepEqual(
    codes.map(({ ordinal }) => ordinal),
    Array.from({ length: 1_300 }, (_, ordinal) => ordinal),
  );
});
