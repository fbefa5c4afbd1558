import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createBundle, createVariation, updateProduct } from '../../modules/catalog/index.ts';
import { jobHandlers } from '../../jobs.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf, type Shopper } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let products: [string, string];
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  await updateSettings(app.ctx, { limits: { vouchersPerMinute: 0, signUpPerMinute: 0 } });
  headers = await app.apiKey(app.demo, 'vouchers:read', 'vouchers:write');
  products = [await shop.product(), await shop.product({ isPurchasable: false })];
  const item = { type: 'Product', id: products[0] } as const;
  await createVariation(app.ctx, item, {
    id: 'once',
    name: 'Once',
    prices: { EUR: 4_900, USD: 5_500 },
  });
  await createBundle(app.ctx, { id: 'pack', name: 'Pack', productIds: products });
});
after(() => app.close());

interface Batch {
  id: string;
  status: string;
  generated: number;
}

async function batch(input: object = {}): Promise<Batch> {
  const contents = [{ type: 'Product', id: products[0], quantity: 2 }];
  const payload = { name: 'Gift', quantity: 1, contents, ...input };
  const answer = await app.inject({ method: 'POST', url: '/api/vouchers/batches', headers, payload });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

async function codesOf(id: string): Promise<string[]> {
  const answer = await app.inject({ url: `/api/vouchers/batches/${id}/codes?pageSize=100`, headers });
  return answer.json().items.map(({ code }: { code: string }) => code);
}

async function newCode(input: object = {}): Promise<string> {
  const [first = ''] = await codesOf((await batch(input)).id);
  return first;
}

function peek(typed: string, by?: Shopper): Promise<Response> {
  const url = `/api/customer/vouchers?code=${encodeURIComponent(typed)}`;
  return app.inject({ url, headers: by?.headers ?? {} });
}

function redeem(typed: string, by: Shopper, more: Partial<InjectOptions> = {}): Promise<Response> {
  const url = `/api/customer/vouchers/redeem?code=${encodeURIComponent(typed)}`;
  return app.inject({ method: 'POST', url, ...more, headers: { ...by.headers, ...more.headers } });
}

async function licensesOf(owner: Shopper): Promise<string[]> {
  const { items } = (await shop.get(owner, 'licenses?pageSize=100')).json();
  return items.map(({ product }: { product: { id: string } }) => product.id).toSorted();
}

test('a voucher is looked at without changing it, with its product as the storefront shows it', async () => {
  const typed = await newCode({ description: 'For you' });
  const peeked = await peek(typed);
  assert.equal(peeked.statusCode, 200, peeked.body);
  const { id, redeemsProducts, ...rest } = peeked.json();
  assert.deepEqual(rest, {
    name: 'Gift',
    description: 'For you',
    code: typed,
    redeemed: false,
    redeemsBundles: [],
  });
  assert.deepEqual([redeemsProducts.length, redeemsProducts[0].quantity], [1, 2]);
  const { value } = redeemsProducts[0];
  assert.deepEqual(
    [value.id, value.owned, value.defaultVariation.price],
    [products[0], false, { EUR: 49, USD: 55 }],
  );
  assert.deepEqual((await peek(typed)).json().id, id);
  const plain = (await peek(await newCode())).json();
  assert.equal(plain.description, '');
});

test('redeeming gives the licenses once, however often the same customer does it', async () => {
  const owner = await shop.shopper();
  const typed = await newCode({
    contents: [
      { type: 'Product', id: products[0], quantity: 2 },
      { type: 'Bundle', id: 'pack', quantity: 3 },
    ],
  });
  const first = await redeem(typed, owner);
  assert.deepEqual([first.statusCode, first.json().redeemed], [200, true]);
  assert.deepEqual(
    first
      .json()
      .redeemsBundles.map((entry: { quantity: number; value: { id: string; products: unknown[] } }) => [
        entry.quantity,
        entry.value.id,
        entry.value.products.length,
      ]),
    [[3, 'pack', 2]],
  );
  const second = await redeem(typed, owner);
  assert.deepEqual(second.json(), first.json());
  const expected = [...Array<string>(5).fill(products[0]), ...Array<string>(3).fill(products[1])].toSorted();
  assert.deepEqual(await licensesOf(owner), expected);
  const { redeemed, redeemsProducts, redeemsBundles } = (await peek(typed, owner)).json();
  assert.equal(redeemed, true);
  // The products of the voucher are owned now, whether or not they are for sale.
  assert.equal(redeemsProducts[0].value.owned, true);
  const bundled = redeemsBundles[0].value.products.map(({ owned }: { owned: boolean }) => owned);
  assert.deepEqual(bundled, [true, true]);
});

test('a voucher that somebody else redeemed is refused, for reading and for redeeming', async () => {
  const [owner, stranger] = [await shop.shopper(), await shop.shopper()];
  const typed = await newCode();
  await redeem(typed, owner);
  for (const answer of [await peek(typed), await peek(typed, stranger), await redeem(typed, stranger)]) {
    assert.deepEqual([answer.statusCode, answer.json().errorType], [403, 'VoucherRedeemed']);
  }
  assert.deepEqual(await licensesOf(stranger), []);
});

test('case, spaces and dashes of a code do not count, and anything else is no code', async () => {
  const typed = await newCode();
  assert.match(typed, /^([2-9A-HJKMNP-TV-Z]{5}-){3}[2-9A-HJKMNP-TV-Z]{5}$/);
  const plain = typed.replaceAll('-', '');
  for (const spelling of [
    plain,
    plain.toLowerCase(),
    ` ${typed} `,
    typed.replaceAll('-', ' – '),
    plain.replaceAll(/(.)/g, '$1 '),
  ]) {
    assert.equal((await peek(spelling)).json().code, typed, spelling);
  }
  for (const wrong of ['x', plain.slice(1), `${plain}A`, `0${plain.slice(1)}`, "' or 1=1 --", '%', '漢字']) {
    assert.equal((await peek(wrong)).statusCode, 404, wrong);
  }
  assert.equal((await peek('A'.repeat(101))).statusCode, 400);
  assert.equal((await app.inject({ url: '/api/customer/vouchers' })).statusCode, 400);
});

test('a voucher ends with its date, and with its batch; who has redeemed it keeps it', async () => {
  const owner = await shop.shopper();
  const expiresAt = new Date(app.system.clock.now().getTime() + 60_000).toISOString();
  const { id } = await batch({ expiresAt, quantity: 2 });
  const [valid = '', late = ''] = await codesOf(id);
  assert.equal((await redeem(valid, owner)).statusCode, 200);
  app.system.clock.advance(60_000);
  for (const answer of [await peek(late), await redeem(late, owner)]) {
    assert.deepEqual([answer.statusCode, answer.json().errorType], [409, 'VoucherExpired']);
  }
  assert.equal((await redeem(valid, owner)).statusCode, 200);
  const other = await batch({ quantity: 2 });
  const [first = '', second = ''] = await codesOf(other.id);
  await redeem(first, owner);
  const revoked = await app.inject({
    method: 'POST',
    url: `/api/vouchers/batches/${other.id}/revoke`,
    headers,
  });
  assert.deepEqual([revoked.json().status, revoked.json().redeemed], ['Revoked', 1]);
  assert.equal((await redeem(second, owner)).json().errorType, 'VoucherNotRedeemable');
  assert.equal((await peek(first, owner)).statusCode, 200);
  assert.deepEqual(await licensesOf(owner), Array(4).fill(products[0]));
});

test('redeeming needs a customer, and repeats an answer for its idempotency key', async () => {
  const typed = await newCode();
  const url = `/api/customer/vouchers/redeem?code=${typed}`;
  assert.equal((await app.inject({ method: 'POST', url })).statusCode, 401);
  const owner = await shop.shopper();
  const first = await redeem(typed, owner, { headers: { 'idempotency-key': 'once' } });
  const second = await redeem(typed, owner, { headers: { 'idempotency-key': 'once' } });
  assert.deepEqual([second.statusCode, second.body], [200, first.body]);
  assert.deepEqual(await licensesOf(owner), [products[0], products[0]]);
});

test('a refusal because a product is not on sale at present is not stored under the key: once it is, the voucher is redeemed', async () => {
  const typed = await newCode();
  const owner = await shop.shopper();
  const keyed = { headers: { 'idempotency-key': 'on-sale-again' } };
  await updateProduct(app.ctx, products[0], { status: 'Inactive' });
  const refused = await redeem(typed, owner, keyed);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'VoucherNotRedeemable']);
  assert.equal(refused.headers['retry-after'], '60');
  await updateProduct(app.ctx, products[0], { status: 'Active' });
  assert.equal((await redeem(typed, owner, keyed)).statusCode, 200);
  assert.deepEqual(await licensesOf(owner), [products[0], products[0]]);
});

test('an idempotency key is its customer’s own, and a refusal for too many requests is not kept under it', async () => {
  const typed = await newCode();
  const keyed = { headers: { 'idempotency-key': 'shared' } };
  const [owner, other] = [await shop.shopper(), await shop.shopper()];
  assert.equal((await redeem(typed, owner, keyed)).statusCode, 200);
  const refused = await redeem(typed, other, keyed);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'VoucherRedeemed']);
  const later = await newCode();
  const patient = { headers: { 'idempotency-key': 'patient' } };
  await updateSettings(app.ctx, { limits: { vouchersPerMinute: 1 } });
  try {
    assert.equal((await redeem(later, owner)).statusCode, 200);
    assert.equal((await redeem(later, owner, patient)).statusCode, 429);
    app.system.clock.advance(60_000);
    assert.equal((await redeem(later, owner, patient)).statusCode, 200);
  } finally {
    app.system.clock.advance(60_000);
    await updateSettings(app.ctx, { limits: { vouchersPerMinute: 0 } });
  }
});

test('a batch may hold a product and a bundle of the same id, and nothing twice; it ends in the future', async () => {
  const [id] = products;
  await createBundle(app.ctx, { id, name: 'The same id', productIds: products });
  const both = ['Product', 'Bundle'].map((type) => ({ type, id, quantity: 1 }));
  const typed = await newCode({ contents: both });
  const owner = await shop.shopper();
  assert.equal((await redeem(typed, owner)).statusCode, 200);
  assert.deepEqual((await licensesOf(owner)).toSorted(), [id, ...products].toSorted());
  const issuesOf = async (input: object) => {
    const payload = { name: 'Gift', quantity: 1, contents: both, ...input };
    const answer = await app.inject({ method: 'POST', url: '/api/vouchers/batches', headers, payload });
    return Object.keys(answer.json().errors ?? {});
  };
  assert.deepEqual(await issuesOf({ contents: [...both, { type: 'Bundle', id, quantity: 2 }] }), [
    'contents[2].id',
  ]);
  const now = app.system.clock.now();
  assert.deepEqual(await issuesOf({ expiresAt: now.toISOString() }), ['expiresAt'], 'this moment is over');
  assert.deepEqual(await issuesOf({ expiresAt: new Date(now.getTime() + 1_000).toISOString() }), []);
});

test('a code of another account is unknown here', async () => {
  const typed = await newCode();
  const url = `/api/customer/vouchers?code=${typed}`;
  assert.equal((await app.injectAs(app.other, { url })).statusCode, 404);
});

test('many codes are made in the background, all different, and exported as they are', async () => {
  app.system.clock.hold('an exported code names the time of its creation, and is compared as text');
  const batchOfMany = await batch({ quantity: 3_500 });
  assert.deepEqual([batchOfMany.status, batchOfMany.generated], ['Generating', 1_000]);
  const csv = (id: string) => app.inject({ url: `/api/vouchers/batches/${id}/codes.csv`, headers });
  const early = await csv(batchOfMany.id);
  assert.deepEqual([early.statusCode, early.json().errorType], [409, 'BatchNotReady']);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
  const { status, generated, redeemed } = (
    await app.inject({ url: `/api/vouchers/batches/${batchOfMany.id}`, headers })
  ).json();
  assert.deepEqual([status, generated, redeemed], ['Ready', 3_500, 0]);
  const owner = await shop.shopper();
  const [first = ''] = await codesOf(batchOfMany.id);
  await redeem(first, owner);
  const exported = await csv(batchOfMany.id);
  assert.match(String(exported.headers['content-type']), /^text\/csv/);
  const [header, ...lines] = exported.body.trimEnd().split('\r\n');
  assert.equal(header, 'code,redeemedAt,customerId');
  assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, 3_500);
  assert.equal(lines[0], `${first},${app.system.clock.now().toISOString()},${owner.id}`);
  assert.match(lines[1] ?? '', /,,$/);
});

test('the codes of a batch are paged in their order', async () => {
  const { id } = await batch({ quantity: 5 });
  const all = await codesOf(id);
  const codes: string[] = [];
  let next: string | null = `/api/vouchers/batches/${id}/codes?pageSize=2`;
  while (next !== null) {
    const page: { items: { code: string }[]; next: string | null } = (
      await app.inject({ url: next, headers })
    ).json();
    codes.push(...page.items.map((item) => item.code));
    next = page.next;
  }
  assert.deepEqual(codes, all);
});

test('a batch is checked as a whole, and batches are not accessible to others', async () => {
  const payload = {
    name: ' ',
    quantity: 1,
    expiresAt: '2020-01-01T00:00:00Z',
    contents: [
      { type: 'Product', id: 'nothing', quantity: 1 },
      { type: 'Bundle', id: 'pack', quantity: 1 },
      { type: 'Bundle', id: 'pack', quantity: 1 },
    ],
  };
  const url = '/api/vouchers/batches';
  const bad = await app.inject({ method: 'POST', url, headers, payload });
  assert.equal(bad.statusCode, 400);
  assert.deepEqual(Object.keys(bad.json().errors).toSorted(), [
    'contents[0].id',
    'contents[2].id',
    'expiresAt',
    'name',
  ]);
  const shape = await app.inject({
    method: 'POST',
    url,
    headers,
    payload: { quantity: 100_001, contents: [], extra: 1 },
  });
  assert.deepEqual(Object.keys(shape.json().errors).toSorted(), ['contents', 'extra', 'name', 'quantity']);
  const { id } = await batch();
  const foreign = await app.apiKey(app.other);
  const reader = await app.apiKey(app.demo, 'licenses:read');
  for (const path of ['', `/${id}`, `/${id}/codes`, `/${id}/codes.csv`]) {
    assert.equal((await app.inject({ url: `${url}${path}` })).statusCode, 401);
    assert.equal((await app.inject({ url: `${url}${path}`, headers: reader })).statusCode, 403);
    const elsewhere = await app.injectAs(app.other, { url: `${url}${path}`, headers: foreign });
    assert.equal(elsewhere.statusCode, path === '' ? 200 : 404);
  }
  const page = (await app.inject({ url: `${url}?pageSize=1`, headers })).json();
  assert.deepEqual([page.items[0].id, page.hasMore], [id, true]);
});

test('guesses at codes are limited by address', async () => {
  await updateSettings(app.ctx, { limits: { vouchersPerMinute: 2 } });
  const answers = [await peek('x'), await peek('y'), await peek('z')];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [404, 404, 429],
  );
  app.system.clock.advance(60_000);
  const owner = await shop.shopper();
  const tries = [await redeem('x', owner), await peek('y'), await redeem('z', owner)];
  assert.deepEqual(
    tries.map(({ statusCode }) => statusCode),
    [404, 404, 429],
  );
  assert.match(String(tries[2]?.headers['retry-after']), /^[1-9]\d?$/);
  await updateSettings(app.ctx, { limits: { vouchersPerMinute: 0 } });
});
