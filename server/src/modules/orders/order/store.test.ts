import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { statementsOf } from '../../../../test/query-plans.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { changeOrder, lockOrder } from './store.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('updates of a cart on one day change no index, and the first one on another day does', async () => {
  const { auth } = await shopper(app);
  const { orderId } = await checkOut(app, [ONE_APP], auth);
  assert.equal(await changesIndexes(orderId, 2), false);
  app.system.clock.advance(DAY_MS);
  assert.equal(await changesIndexes(orderId, 3), true);
  assert.equal(await changesIndexes(orderId, 4), false);
});

/** Whether an update of the quantity of a cart's only line rewrites an index. */
async function changesIndexes(orderId: string, quantity: number): Promise<boolean> {
  const { engine, reader, transaction } = app.system.database;
  let rewrites = 0;
  const statements = await statementsOf(() =>
    transaction(async (tx) => {
      const earlier = await updatesWithIndexes(tx);
      await changeQuantity(tx, orderId, quantity);
      rewrites = (await updatesWithIndexes(tx)) - earlier;
    }),
  );
  if (engine === 'postgres') return rewrites > 0;
  const update = statements.find((statement) => statement.startsWith('update "orders"')) ?? assert.fail();
  const plan = await sql.raw<{ opcode: string }>(`explain ${update}`).execute(reader.tables());
  return plan.rows.some(({ opcode }) => opcode === 'IdxInsert');
}

async function changeQuantity(tx: Tx, orderId: string, quantity: number): Promise<void> {
  const order = (await lockOrder(tx, app.demo.id, orderId)) ?? assert.fail();
  const lines = order.lines.map((line) => ({ ...line, quantity }));
  const { customerId, currency } = order;
  await changeOrder(tx, order, { customerId, currency, lines, updatedAt: app.system.clock.now() });
  // The change is sent with the next query.
  assert.equal((await lockOrder(tx, app.demo.id, orderId))?.lines[0]?.quantity, quantity);
}

/** On PostgreSQL: recent updates of orders by this connection that were not limited to the table (heap-only tuples). */
async function updatesWithIndexes(tx: Tx): Promise<number> {
  if (tx.engine === 'sqlite') return 0;
  const { rows } = await sql<{ number: number }>`select pg_stat_get_xact_tuples_updated('orders'::regclass)
    - pg_stat_get_xact_tuples_hot_updated('orders'::regclass) as number`.execute(tx.tables());
  return rows[0]?.number ?? assert.fail();
}
