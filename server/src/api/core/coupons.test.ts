import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { couponCodesJob, MAX_BATCH_CODES } from '../../modules/coupons/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { jobHandlers } from '../../jobs.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, couponsPerMinute: 0 } });
  merchant = await merchantOf(app);
});
after(() => app.close());

interface Coupon {
  readonly id: string;
  readonly uses: number;
  readonly isArchived: boolean;
}
interface Code {
  readonly id: string;
  readonly code: string;
  readonly uses: number;
}
interface List<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

const TEN = { name: 'Ten', type: 'PercentageOffDiscount', percentage: 0.1 };
const create = (fields: object = {}) => merchant.call<Coupon>('POST', '/api/coupons', { ...TEN, ...fields });
const addCode = (couponId: string, body: object) =>
  merchant.call<Code>('POST', `/api/coupons/${couponId}/codes`, body);
const uniqueCode = () => `X${randomUUID().slice(0, 18)}`;
const enter = (orderId: string, code: string) =>
  app.inject({ method: 'PATCH', url: `/api/customer/orders/${orderId}/coupon?code=${code}` });

/** A guest's order that is paid with a code. */
async function buyWith(code: string): Promise<string> {
  const { orderId, pay } = await checkOut(app);
  assert.equal((await enter(orderId, code)).statusCode, 200);
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
  const response = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(response.json().status, 'Completed', response.body);
  return orderId;
}

describe('definitions', () => {
  test('a coupon has the fields it was created with, and every limit can be set and removed', async () => {
    const limits = {
      description: 'For readers',
      startsAt: '2020-01-01T00:00:00.000Z',
      endsAt: '2099-01-01T00:00:00.000Z',
      targets: [{ type: 'Product', id: 'app', variationIds: ['app-once'] }],
      minimumTotal: { EUR: 10.5 },
      maxUses: 100,
      maxUsesPerCustomer: 1,
      firstPurchaseOnly: true,
      recurringPaymentUseCount: 3,
    };
    const id = `c-${randomUUID().slice(0, 8)}`;
    const coupon = await create({ id, ...limits });
    assert.deepEqual(
      { ...coupon, createdAt: '', updatedAt: '' },
      { id, ...TEN, ...limits, uses: 0, isArchived: false, createdAt: '', updatedAt: '' },
    );
    assert.deepEqual(await merchant.call('GET', `/api/coupons/${id}`), coupon);
    const lifted = {
      name: 'Five euros',
      type: 'FlatAmountOffDiscount',
      amounts: { EUR: 5 },
      description: null,
      startsAt: null,
      endsAt: null,
      targets: [],
      minimumTotal: {},
      maxUses: null,
      maxUsesPerCustomer: null,
      firstPurchaseOnly: false,
      recurringPaymentUseCount: null,
    };
    const changed = await merchant.call<Coupon>('PATCH', `/api/coupons/${id}`, lifted);
    assert.deepEqual(
      { ...changed, createdAt: '', updatedAt: '' },
      { id, ...lifted, uses: 0, isArchived: false, createdAt: '', updatedAt: '' },
    );
  });

  test('every issue is reported together', async () => {
    const response = await merchant.send('POST', '/api/coupons', {
      name: ' ',
      type: 'PercentageOffDiscount',
      percentage: 0.5,
      targets: [{ type: 'Product', id: 'nothing' }],
      minimumTotal: { EUR: 0.001, XXX: 5 },
      maxUses: 2_000_000_000,
      startsAt: '2030-01-01T00:00:00Z',
      endsAt: '2029-01-01T00:00:00Z',
    });
    assert.equal(response.statusCode, 400);
    assert.deepEqual(Object.keys(response.json().errors).toSorted(), [
      'endsAt',
      'maxUses',
      'minimumTotal.EUR',
      'minimumTotal.XXX',
      'name',
      'targets[0].id',
    ]);
    const shape = await merchant.send('POST', '/api/coupons', {
      ...TEN,
      maxUses: 0,
      percentage: 1.5,
      extra: 1,
    });
    assert.deepEqual(Object.keys(shape.json().errors).toSorted(), ['extra', 'maxUses', 'percentage']);
  });

  test('an id is given once; If-Match guards a change; archived ones are listed apart, and reduce nothing', async () => {
    const { id } = await create();
    const again = await merchant.send('POST', '/api/coupons', { ...TEN, id });
    assert.deepEqual(
      [again.statusCode, again.json().errorType, again.json().instance],
      [409, 'CouponExists', id],
    );
    const { etag = '' } = (await merchant.send('GET', `/api/coupons/${id}`)).headers;
    const rename = (name: string) =>
      merchant.send('PATCH', `/api/coupons/${id}`, { name }, { 'if-match': etag });
    assert.deepEqual([(await rename('A')).statusCode, (await rename('B')).statusCode], [200, 412]);
    const { code } = await addCode(id, { code: uniqueCode() });
    assert.equal((await merchant.call<Coupon>('POST', `/api/coupons/${id}/archive`)).isArchived, true);
    const archived = await merchant.call<List<Coupon>>('GET', '/api/coupons?archived=true');
    assert.ok(archived.items.some((coupon) => coupon.id === id));
    const orderId = randomUUID();
    await patchOrder(app, orderId, { items: [ONE_APP] });
    assert.equal((await enter(orderId, code)).statusCode, 400);
    await merchant.call('POST', `/api/coupons/${id}/restore`);
    assert.equal((await enter(orderId, code)).statusCode, 200);
    assert.equal((await merchant.send('GET', '/api/coupons/unknown')).statusCode, 404);
    assert.equal((await merchant.send('PATCH', '/api/coupons/unknown', { name: 'A' })).statusCode, 404);
  });

  test('needs its own scopes, and is in the journal and in the export', async () => {
    const { id } = await create();
    await merchant.call('PATCH', `/api/coupons/${id}`, { maxUses: 7 });
    const reader = await merchantOf(app, app.demo, 'coupons:read');
    assert.equal((await reader.send('GET', `/api/coupons/${id}`)).statusCode, 200);
    assert.equal((await reader.send('PATCH', `/api/coupons/${id}`, { name: 'A' })).statusCode, 403);
    const products = await merchantOf(app, app.demo, 'products:write', 'products:read');
    assert.equal((await products.send('POST', '/api/coupons', TEN)).statusCode, 403);
    const file = await merchant.send('GET', '/api/export/coupons?format=csv');
    assert.ok(file.body.includes(id), file.body);
    const events = await merchant.call<List<{ type: string; data: object }>>(
      'GET',
      `/api/audit?subject=coupon/${id}`,
    );
    assert.deepEqual(
      events.items.map(({ type }) => type),
      ['coupon.changed', 'coupon.created'],
    );
    assert.deepEqual(events.items[0]?.data, { before: { maxUses: null }, after: { maxUses: 7 } });
  });
});

describe('codes', () => {
  test('of one’s own are matched without case, spaces and dashes, and belong to one coupon of the account', async () => {
    const [a, b] = [await create(), await create()];
    const code = uniqueCode();
    const coupon = await addCode(a.id, { code: `  ${code.toLowerCase()} now ` });
    assert.deepEqual([coupon.code, coupon.uses], [`${code.toLowerCase()} now`, 0]);
    const again = await merchant.send('POST', `/api/coupons/${b.id}/codes`, { code: `${code}-NOW` });
    assert.deepEqual(
      [again.statusCode, again.json().errorType, again.json().instance],
      [409, 'CouponCodeExists', a.id],
    );
    const other = await merchantOf(app, app.other);
    await other.call('POST', '/api/coupons', { ...TEN, id: 'theirs' });
    await other.call('POST', '/api/coupons/theirs/codes', { code });
    for (const bad of ['ab', 'SALE!', '', '-- --', 'x'.repeat(65)]) {
      const refusal = await merchant.send('POST', `/api/coupons/${a.id}/codes`, { code: bad, maxUses: 0 });
      assert.deepEqual(
        [refusal.statusCode, Object.keys(refusal.json().errors)],
        [400, ['code', 'maxUses']],
        bad,
      );
    }
    assert.equal(
      (await merchant.send('POST', '/api/coupons/none/codes', { code: 'ABCDEF' })).statusCode,
      404,
    );
  });

  test('that are generated are all different, each good for one order, and go out as CSV', async () => {
    const { id } = await create();
    const own = await addCode(id, { code: `-${uniqueCode()}` });
    const batch = await merchant.call<{ id: string; status: string }>('POST', `/api/coupons/${id}/batches`, {
      quantity: 30,
    });
    assert.equal(batch.status, 'Ready');
    const url = `/api/coupons/${id}/codes?pageSize=20&batchId=${batch.id}`;
    const first = await merchant.call<List<Code & { maxUses: number }>>('GET', url);
    const second = await merchant.call<List<Code & { maxUses: number }>>('GET', first.next ?? '');
    const codes = [...first.items, ...second.items];
    assert.deepEqual(
      [codes.length, new Set(codes.map(({ code }) => code)).size, second.next],
      [30, 30, null],
    );
    assert.ok(codes.every(({ code, maxUses }) => /^(?:\w{5}-){3}\w{5}$/.test(code) && maxUses === 1));
    const all = await merchant.send('GET', `/api/coupons/${id}/codes.csv`);
    assert.match(String(all.headers['content-type']), /^text\/csv/);
    const lines = all.body.trim().split('\r\n');
    assert.equal(lines.length, 32);
    assert.ok(
      lines.some((line) => line.startsWith(`"'${own.code}",0,,`)),
      'a code is no formula',
    );
    const part = await merchant.send('GET', `/api/coupons/${id}/codes.csv?batchId=${batch.id}`);
    assert.equal(part.body.trim().split('\r\n').length, 31);
    const code = codes[0]?.code ?? '';
    await buyWith(code);
    const orderId = randomUUID();
    await patchOrder(app, orderId, { items: [ONE_APP] });
    assert.match((await enter(orderId, code)).json().detail, /has been used as often as it can be\.$/);
    const batches = await merchant.call<List<{ id: string }>>('GET', `/api/coupons/${id}/batches`);
    assert.deepEqual(
      batches.items.map((item) => item.id),
      [batch.id],
    );
    const { id: elsewhere } = await create();
    for (const path of [`batches/${batch.id}`, `codes?batchId=${batch.id}`, `codes.csv?batchId=${batch.id}`])
      assert.equal((await merchant.send('GET', `/api/coupons/${elsewhere}/${path}`)).statusCode, 404, path);
    for (const path of ['codes', 'codes.csv', 'batches', 'uses'])
      assert.equal((await merchant.send('GET', `/api/coupons/unknown/${path}`)).statusCode, 404, path);
  });

  test('in larger numbers come from a job; until then there is no file', async () => {
    const { id } = await create();
    const url = `/api/coupons/${id}/batches`;
    const batch = await merchant.call<{ id: string; status: string; generated: number }>('POST', url, {
      quantity: 1_300,
      maxUsesPerCode: null,
    });
    assert.deepEqual([batch.status, batch.generated], ['Generating', 1_000]);
    const early = await merchant.send('GET', `/api/coupons/${id}/codes.csv`);
    assert.deepEqual([early.statusCode, early.json().errorType], [409, 'CodesNotReady']);
    const worker = startJobWorker(app.system, jobHandlers(app.system), {
      pollIntervalMs: 0,
      onlyKinds: [couponCodesJob.kind],
    });
    await worker.drain();
    await worker.stop();
    const ready = await merchant.call<{ status: string; generated: number }>('GET', `${url}/${batch.id}`);
    assert.deepEqual([ready.status, ready.generated], ['Ready', 1_300]);
    const file = (await merchant.send('GET', `/api/coupons/${id}/codes.csv`)).body.trim().split('\r\n');
    assert.equal(new Set(file).size, 1_301);
    for (const quantity of [0, 1.5, MAX_BATCH_CODES + 1])
      assert.equal((await merchant.send('POST', url, { quantity })).statusCode, 400);
    assert.equal((await merchant.send('POST', url, { quantity: 1, maxUsesPerCode: 0 })).statusCode, 400);
  });

  test('that are revoked are good for nothing more; doing it again changes nothing', async () => {
    const { id } = await create();
    const { id: codeId, code } = await addCode(id, { code: uniqueCode() });
    const orderId = await buyWith(code);
    const url = `/api/coupons/${id}/codes/${codeId}/revoke`;
    const revoked = await merchant.call<{ revokedAt: string; uses: number }>('POST', url);
    assert.equal(revoked.uses, 1);
    app.system.clock.advance(1_000);
    assert.deepEqual(await merchant.call('POST', url), revoked);
    const paid = (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
    assert.equal(paid.couponsApplied.length, 1, 'a paid order keeps it');
    const { id: elsewhere } = await create();
    const wrong = await merchant.send('POST', `/api/coupons/${elsewhere}/codes/${codeId}/revoke`);
    assert.equal(wrong.statusCode, 404);
  });
});

test('the uses of a coupon name their orders and what they took off; the maximum is never below them', async () => {
  const { id } = await create({ maxUses: 5 });
  const { id: codeId, code } = await addCode(id, { code: uniqueCode() });
  const [first, second] = [await buyWith(code), await buyWith(code)];
  const { items } = await merchant.call<List<{ orderId: string }>>('GET', `/api/coupons/${id}/uses`);
  assert.deepEqual(items.map(({ orderId }) => orderId).toSorted(), [first, second].toSorted());
  const { createdAt: _, endedAt: __, id: ___, ...use } = { createdAt: 0, endedAt: 0, id: 0, ...items[0] };
  assert.deepEqual(use, {
    codeId,
    orderId: items[0]?.orderId,
    status: 'Used',
    discount: { currency: 'EUR', amount: 4.9 },
    beyondLimit: false,
  });
  assert.equal((await merchant.call<Coupon>('GET', `/api/coupons/${id}`)).uses, 2);
  const low = await merchant.send('PATCH', `/api/coupons/${id}`, { maxUses: 1 });
  assert.match(low.json().errors.maxUses[0], /at least 2, the number of uses so far/);
  assert.equal((await merchant.send('PATCH', `/api/coupons/${id}`, { maxUses: 2 })).statusCode, 200);
  const page = await merchant.call<List<object>>('GET', `/api/coupons/${id}/uses?pageSize=1`);
  assert.equal((await merchant.call<List<object>>('GET', page.next ?? '')).items.length, 1);
});
