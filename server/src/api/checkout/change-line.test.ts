import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

interface Line {
  readonly id: string;
  readonly quantity: number;
}

async function visit() {
  const { orderId, show, pay } = await checkOut(app);
  const [first, second] = [randomUUID(), randomUUID()];
  const items = [
    { ...ONE_APP, id: first },
    { ...ONE_APP, id: second, quantity: 2 },
  ];
  await patchOrder(app, orderId, { items });
  const change = (lineId: string, quantity: unknown) =>
    app.inject({ method: 'PATCH', url: `${show}/lines/${lineId}`, payload: { quantity } });
  return { orderId, show, pay, first, second, change };
}

test('the buyer changes the quantity of one line, and removes one; the others and the total follow', async () => {
  const { first, second, change, show } = await visit();
  const more = await change(first, 3);
  assert.equal(more.statusCode, 200, more.body);
  const quantities = (lines: readonly Line[]) => lines.map(({ id, quantity }) => [id, quantity]);
  assert.deepEqual(quantities(more.json().lines), [
    [first, 3],
    [second, 2],
  ]);
  assert.equal(more.json().total.due.amount, 5 * 49);
  const [removed, added] = await Promise.all([change(first, 0), change(second, 4)]);
  assert.deepEqual([removed.statusCode, added.statusCode], [200, 200]);
  const { lines, total } = (await app.inject({ url: show })).json();
  assert.deepEqual([quantities(lines), total.due.amount], [[[second, 4]], 4 * 49], 'neither change is lost');
  assert.deepEqual((await change(second, 0)).json().lines, []);
});

test('a line whose id the client chose, of up to 200 characters, is changed and removed', async () => {
  const { orderId, show } = await checkOut(app);
  const [long, special] = ['x'.repeat(200), `${'ü/ '.repeat(66)}%?`];
  const items = [long, special].map((id) => ({ ...ONE_APP, id }));
  assert.equal((await patchOrder(app, orderId, { items })).statusCode, 200);
  const change = (id: string, quantity: number) => {
    const url = `${show}/lines/${encodeURIComponent(id)}`;
    return app.inject({ method: 'PATCH', url, payload: { quantity } });
  };
  for (const id of [long, special]) {
    const answer = await change(id, 7);
    assert.deepEqual([answer.statusCode, linesOf(answer.json()).get(id)], [200, 7], id);
  }
  for (const id of [long, special]) assert.equal(linesOf((await change(id, 0)).json()).has(id), false);
});

const linesOf = ({ lines }: { lines: readonly Line[] }) =>
  new Map(lines.map(({ id, quantity }) => [id, quantity]));

test('a quantity that is none, a line that is gone, and a cart that is paid are refused', async () => {
  const { first, second, change, show, pay } = await visit();
  for (const quantity of [-1, 1.5, 10_001, '2'])
    assert.deepEqual(Object.keys((await change(first, quantity)).json().errors), ['quantity'], `${quantity}`);
  assert.equal((await change(randomUUID(), 1)).statusCode, 404);
  const [stranger, elsewhere] = [show.replace(/[^/]+$/, 'x'.repeat(43)), app.other];
  const request = { method: 'PATCH', payload: { quantity: 1 } } as const;
  assert.equal((await app.inject({ ...request, url: `${stranger}/lines/${first}` })).statusCode, 404);
  assert.equal(
    (await app.injectAs(elsewhere, { ...request, url: `${show}/lines/${first}` })).statusCode,
    404,
  );
  const payload = { name: 'Gus', email: 'gus@example.com' };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.statusCode, 200, paid.body);
  assert.equal((await change(second, 1)).json().errorType, 'OrderCompleted');
});
