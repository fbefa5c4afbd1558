import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { IS_LONG } from '../../../test/length.ts';

let app: TestApp;
let headers: Record<string, string>;
let productIds: string[];
before(async () => {
  app = await startTestApp();
  const shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'vouchers:read', 'vouchers:write');
  productIds = [];
  for (let index = 0; index < 51; index += 1) productIds.push(await shop.product());
});
after(() => app.close());

const URL_OF_BATCHES = '/api/vouchers/batches';

function create(input: object) {
  const contents = [{ type: 'Product', id: productIds[0], quantity: 1 }];
  const payload = { name: 'Gift', quantity: 1, contents, ...input };
  return app.inject({ method: 'POST', url: URL_OF_BATCHES, headers, payload });
}

async function look(id: string): Promise<{ status: string; generated: number; quantity: number }> {
  return (await app.inject({ url: `${URL_OF_BATCHES}/${id}`, headers })).json();
}

async function csvOf(id: string): Promise<string[]> {
  const exported = await app.inject({ url: `${URL_OF_BATCHES}/${id}/codes.csv`, headers });
  assert.equal(exported.statusCode, 200);
  const fileName = `vouchers-${id}.csv`;
  const disposition = `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`;
  assert.equal(exported.headers['content-disposition'], disposition);
  return exported.body.trimEnd().split('\r\n').slice(1);
}

/** All of them with `npm test -- --long`. */

test('a hundred thousand codes are one call, which reports progress, and more are refused', async () => {
  const batch = await create({ quantity: 100_000 });
  assert.equal(batch.statusCode, 201, batch.body);
  const { id, status, generated, quantity } = batch.json();
  assert.deepEqual([status, generated, quantity], ['Generating', 1_000, 100_000]);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  let isDrained = false;
  const draining = worker.drain().finally(() => {
    isDrained = true;
  });
  const progress = new Set<number>([generated]);
  while (!isDrained) {
    const now = await look(id);
    progress.add(now.generated);
    // A real request arrives in a separate turn of the event loop; an injected one does not.
    await setImmediate();
    const isEnough = !IS_LONG && now.generated >= 5_000 && now.status === 'Generating';
    if (isEnough) await app.inject({ method: 'POST', url: `${URL_OF_BATCHES}/${id}/revoke`, headers });
  }
  await draining;
  await worker.stop();
  assert.ok(progress.size > 2, 'progress is told while codes are made');
  assert.deepEqual(
    [...progress],
    [...progress].toSorted((a, b) => a - b),
  );
  const current = await look(id);
  assert.equal(current.status, IS_LONG ? 'Ready' : 'Revoked');
  const lines = await csvOf(id);
  assert.deepEqual([lines.length, new Set(lines).size], [current.generated, current.generated]);
  const beyond = await create({ quantity: 100_001 });
  assert.deepEqual([beyond.statusCode, Object.keys(beyond.json().errors)], [400, ['quantity']]);
});

test('a revoked batch creates no further codes', async () => {
  const { id } = (await create({ quantity: 3_000 })).json();
  await app.inject({ method: 'POST', url: `${URL_OF_BATCHES}/${id}/revoke`, headers });
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
  assert.deepEqual([(await look(id)).status, (await look(id)).generated], ['Revoked', 1_000]);
});

test('a batch that is requested again with the same idempotency key is the same batch, also concurrently', async () => {
  const send = (name: string, idempotencyKey: string) => {
    const contents = [{ type: 'Product', id: productIds[0], quantity: 1 }];
    return app.inject({
      method: 'POST',
      url: URL_OF_BATCHES,
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      payload: { name, quantity: 3, contents },
    });
  };
  const first = await send('Once', 'one-batch');
  assert.equal(first.statusCode, 201, first.body);
  const again = await send('Once', 'one-batch');
  assert.deepEqual([again.statusCode, again.body], [201, first.body]);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal((await send('Another', 'one-batch')).statusCode, 422);
  const together = await Promise.all([0, 1, 2, 3].map(() => send('Together', 'batches-at-once')));
  for (const { statusCode } of together) assert.ok([201, 409].includes(statusCode), String(statusCode));
  const { items } = (await app.inject({ url: `${URL_OF_BATCHES}?pageSize=100`, headers })).json<{
    items: { name: string }[];
  }>();
  const names = items.map(({ name }) => name).filter((name) => name !== 'Gift');
  assert.deepEqual(names.toSorted(), ['Once', 'Together']);
  assert.equal((await csvOf(first.json().id)).length, 3);
});

test('fifty different things, a thousand of each, are the most that a voucher gives', async () => {
  const contents = (count: number, quantity: number) =>
    productIds.slice(0, count).map((id) => ({ type: 'Product', id, quantity }));
  const most = await create({ contents: contents(50, 1_000), description: 'x'.repeat(2_000) });
  assert.deepEqual([most.statusCode, most.json().contents.length], [201, 50]);
  for (const [input, field] of [
    [{ contents: contents(51, 1) }, 'contents'],
    [{ contents: contents(1, 1_001) }, 'contents[0].quantity'],
    [{ contents: contents(1, 0) }, 'contents[0].quantity'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ quantity: 0 }, 'quantity'],
  ] as const) {
    const refused = await create(input);
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, [field]]);
  }
});
