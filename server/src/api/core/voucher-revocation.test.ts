import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { type Shopper, shopper } from '../../../test/shop.ts';
import { jobHandlers } from '../../jobs.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';

let app: TestApp;
let vendor: Merchant;
let productId: string;
let customer: Shopper;
before(async () => {
  app = await startTestApp();
  vendor = await merchantOf(app);
  productId = await shopOf(app).product();
  customer = await shopper(app);
});
after(() => app.close());

async function runJobs(): Promise<void> {
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

interface License {
  readonly id: string;
  readonly status: string;
  readonly revocationReason?: string;
  readonly voucherId?: string;
  readonly voucherBatchId?: string;
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly revokesLicenses: boolean;
  readonly redeemed?: number;
}

const redeem = (code: string, { auth }: Shopper = customer) =>
  app.inject({ method: 'POST', url: `/api/customer/vouchers/redeem?code=${code}`, headers: auth });

/** A batch, of whose codes the first ones are redeemed. */
async function batchOf(quantity: number, { redeemed = 1, licenses = 1, owner = customer } = {}) {
  const contents = [{ type: 'Product', id: productId, quantity: licenses }];
  const path = '/api/vouchers/batches';
  const { id } = await vendor.call<Batch>('POST', path, { name: 'Reseller', quantity, contents });
  const { items } = await vendor.call<{ items: { id: string; code: string }[] }>(
    'GET',
    `${path}/${id}/codes`,
  );
  for (const { code } of items.slice(0, redeemed)) assert.equal((await redeem(code, owner)).statusCode, 200);
  return {
    id,
    vouchers: items,
    act: async (action: string) => {
      const batch = await vendor.call<Batch>('POST', `${path}/${id}/${action}`);
      await runJobs();
      return batch;
    },
    licenses: async () =>
      (await vendor.call<{ items: License[] }>('GET', `/api/licenses?voucherBatchId=${id}`)).items,
    states: async () =>
      (await vendor.call<{ items: License[] }>('GET', `/api/licenses?voucherBatchId=${id}`)).items.map(
        ({ status, revocationReason }) => [status, revocationReason].join(' ').trim(),
      ),
  };
}

const OURS = 'Revoked Voucher';

test('a license names the voucher that granted it, and its batch, and others name none', async () => {
  const batch = await batchOf(2);
  const other = await batchOf(1);
  const [license, ...more] = await batch.licenses();
  assert.deepEqual([license?.voucherId, license?.voucherBatchId], [batch.vouchers[0]?.id, batch.id]);
  assert.equal(more.length, 0, 'those of another batch are not listed');
  assert.equal((await other.licenses()).length, 1);
  const granted = await vendor.call<{ items: License[] }>('POST', '/api/licenses/provision', {
    ownerId: customer.id,
    requests: [{ productId }],
  });
  assert.ok(!JSON.stringify(granted).includes('voucher'));
});

describe('a batch that is taken back', () => {
  test('keeps the licenses of redeemed codes unless they are to be revoked, too', async () => {
    const batch = await batchOf(2);
    assert.partialDeepStrictEqual(await batch.act('revoke'), { status: 'Revoked', revokesLicenses: false });
    assert.deepEqual(await batch.states(), ['Active']);
    assert.equal((await redeem(batch.vouchers[1]?.code ?? '')).json().errorType, 'VoucherNotRedeemable');
    assert.partialDeepStrictEqual(await batch.act('revoke?licenses=Revoke'), { revokesLicenses: true });
    assert.deepEqual(await batch.states(), [OURS]);
    assert.partialDeepStrictEqual(
      await batch.act('revoke'),
      { revokesLicenses: true },
      'nothing is restored',
    );
    assert.deepEqual(await batch.states(), [OURS]);
  });

  test('comes back with its codes and licenses, and the journal has both', async () => {
    const batch = await batchOf(2);
    await batch.act('revoke?licenses=Revoke');
    await batch.act('revoke?licenses=Revoke');
    const restored = { status: 'Ready', revokesLicenses: false, redeemed: 1 };
    assert.partialDeepStrictEqual(await batch.act('restore'), restored);
    assert.partialDeepStrictEqual(await batch.act('restore'), restored);
    assert.deepEqual(await batch.states(), ['Active']);
    assert.equal((await redeem(batch.vouchers[1]?.code ?? '')).statusCode, 200);
    const { items } = await vendor.call<{ items: { type: string; data: object }[] }>(
      'GET',
      `/api/audit?subject=voucherBatch/${batch.id}`,
    );
    assert.deepEqual(
      items.map(({ type }) => type).filter((type) => type.startsWith('voucher-batch.')),
      ['voucher-batch.restored', 'voucher-batch.revoked', 'voucher-batch.created'],
    );
  });

  test('restores no license that is revoked for another reason, and none of a deleted customer', async () => {
    const batch = await batchOf(2, { redeemed: 2 });
    const [one] = await batch.licenses();
    await vendor.call('POST', `/api/licenses/${one?.id}/revoke`);
    await batch.act('revoke?licenses=Revoke');
    await batch.act('restore');
    assert.deepEqual((await batch.states()).toSorted(), ['Active', 'Revoked']);
    const leaver = await shopper(app);
    const theirs = await batchOf(1, { owner: leaver });
    await theirs.act('revoke?licenses=Revoke');
    await vendor.call('DELETE', `/api/customers/${leaver.id}`);
    await theirs.act('restore');
    assert.deepEqual(await theirs.states(), ['Revoked']);
  });

  test('takes all of many licenses, in several steps, and no others', async () => {
    const other = await batchOf(1);
    const batch = await batchOf(13, { redeemed: 13, licenses: 50 });
    await batch.act('revoke?licenses=Revoke');
    const active = await vendor.call<{ items: License[] }>(
      'GET',
      `/api/licenses?voucherBatchId=${batch.id}&status=Active`,
    );
    assert.equal(active.items.length, 0);
    assert.deepEqual(await other.states(), ['Active']);
    await batch.act('restore');
    const revoked = await vendor.call<{ items: License[] }>(
      'GET',
      `/api/licenses?voucherBatchId=${batch.id}&status=Revoked`,
    );
    assert.equal(revoked.items.length, 0);
  });

  test('that does not exist is not found', async () => {
    for (const action of ['revoke', 'restore'])
      assert.equal((await vendor.send('POST', `/api/vouchers/batches/unknown/${action}`)).statusCode, 404);
  });
});

test('a batch whose codes are still being generated gets the rest of them once it is restored', async () => {
  const contents = [{ type: 'Product', id: productId, quantity: 1 }];
  const path = '/api/vouchers/batches';
  const { id } = await vendor.call<Batch>('POST', path, { name: 'Large', quantity: 1_500, contents });
  await vendor.call('POST', `${path}/${id}/revoke`);
  await runJobs();
  await vendor.call('POST', `${path}/${id}/restore`);
  await runJobs();
  assert.equal((await vendor.call<Batch>('GET', `${path}/${id}`)).status, 'Ready');
});
