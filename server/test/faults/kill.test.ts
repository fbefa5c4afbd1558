import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fulfilJob } from '../../src/modules/orders/index.ts';
import { settleJob } from '../../src/modules/payments/index.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { Reader } from '../../src/platform/database/database.ts';
import type { JobTables } from '../../src/platform/jobs/tables.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import type { System } from '../../src/platform/system.ts';
import { assertInvariants, brokenInvariants } from '../invariants.ts';
import { systemOver } from '../licensing.ts';
import { startProcess } from '../processes.ts';
import { until } from '../waiting.ts';
import { sendCustomers } from './customers.ts';
import { countOf, emptyLedger, type Ledger, lostWrites } from './ledger.ts';
import { faultRuns, openShop } from './shop-server.ts';

const KILLS = faultRuns(2, 500);
const CUSTOMERS = 6;
/** A purchase has about ten steps: each of them is in progress at some kill. */
const MOST_WRITES = 40;

test(`a server that is killed ${KILLS} times loses nothing it has acknowledged and leaves nothing half done`, async (t) => {
  const shop = await openShop();
  try {
    const ledger = emptyLedger();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await shop.start();
      const customers = sendCustomers(server.baseUrl, ledger, CUSTOMERS);
      const writes = countOf(ledger) + randomInt(MOST_WRITES);
      const needsOrder = kill === KILLS - 1;
      await untilWritten(ledger, { writes, orders: needsOrder ? 1 : 0 }, customers);
      await delay(randomInt(20));
      server.signal('SIGKILL');
      await Promise.all([customers, server.ended]);
      // A start after a crash is part of it: the server must start on the data that is left.
      await shop.look(async ({ reader }) => {
        assert.deepEqual(await lostWrites(reader, ledger), []);
        await assertInvariants(reader);
      });
    }
    t.diagnostic(`${countOf(ledger)} acknowledged writes, ${ledger.completed.size} completed orders`);
    const last = await shop.start();
    last.signal('SIGTERM');
    assert.equal((await last.ended).code, 0);
    assert.ok(ledger.completed.size > 0, 'no order was completed before the kills');
  } finally {
    await shop.close();
  }
});

test('a server that starts looks at once at the payments that one before it was starting', async () => {
  const shop = await openShop();
  try {
    const dueAt = new Date(Date.now() + 25_000);
    const starting = () =>
      shop.look(({ reader }) =>
        reader
          .tables<JobTables>()
          .selectFrom('jobs')
          .select('runAt')
          .where('kind', '=', settleJob.kind)
          .execute(),
      );
    await shop.look((database) =>
      database.transaction((tx) =>
        tx
          .tables<JobTables>()
          .insertInto('jobs')
          .values({
            id: randomUUID(),
            accountId: null,
            kind: settleJob.kind,
            payload: { paymentId: randomUUID() },
            status: 'Waiting',
            runAt: dueAt,
            attempts: 0,
            leaseToken: null,
            lastError: null,
            createdAt: new Date(),
          })
          .execute(),
      ),
    );
    assert.deepEqual(await starting(), [{ runAt: dueAt }]);
    const server = await shop.start();
    assert.notDeepEqual(await starting(), [{ runAt: dueAt }]);
    server.signal('SIGTERM');
    await server.ended;
  } finally {
    await shop.close();
  }
});

/**
 * Resolves when this number of writes is acknowledged and of orders is completed; rejects when a customer got a
 * response that none should get.
 */
async function untilWritten(
  ledger: Ledger,
  { writes, orders }: { readonly writes: number; readonly orders: number },
  customers: Promise<unknown>,
): Promise<void> {
  let isOver = false;
  const over = customers.finally(() => {
    isOver = true;
  });
  const poll = async (): Promise<void> => {
    const isEnough = () => countOf(ledger) >= writes && ledger.completed.size >= orders;
    await until(`${writes} acknowledged writes`, () => isOver || isEnough());
  };
  await Promise.race([poll(), over]);
}

const PAID_KILLS = faultRuns(1, 100);
const ORDERS_PER_KILL = 2;

test(`orders whose process is killed between payment and delivery, ${PAID_KILLS} times, are delivered once by the next`, async () => {
  const shop = await openShop();
  try {
    const script = new URL('paid-process.ts', import.meta.url);
    for (let kill = 0; kill < PAID_KILLS; kill += 1) {
      const child = startProcess(script, [shop.location, String(ORDERS_PER_KILL)]);
      const orderIds = String(await child.message()).split(',');
      await child.end();
      await shop.look(async (database) => {
        await assertStatuses(database.reader, orderIds, 'Paid');
        const system = await systemOver(database);
        // The next process, and its successor: each runs every due job.
        for (let turn = 0; turn < 2; turn += 1) await deliver(system);
        await assertStatuses(database.reader, orderIds, 'Completed');
        await assertInvariants(database.reader);
      });
    }
  } finally {
    await shop.close();
  }
});

async function assertStatuses(reader: Reader, orderIds: readonly string[], status: string): Promise<void> {
  const orders = reader.tables<OrderTables>().selectFrom('orders').select('status');
  const rows = await orders.where('id', 'in', orderIds).execute();
  assert.deepEqual(
    rows.map((row) => row.status),
    orderIds.map(() => status),
  );
}

async function deliver(system: System): Promise<void> {
  const handlers = { [fulfilJob.kind]: fulfilJob.handler(system) };
  const worker = startJobWorker(system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

test('an acknowledged write that is missing is found', async () => {
  const shop = await openShop();
  try {
    const ledger = emptyLedger();
    const [id, order, activation] = [randomUUID(), randomUUID(), randomUUID()];
    ledger.customers.add(id);
    ledger.completed.add(order);
    ledger.orders.set(order, { acknowledged: 2, requested: 2 });
    ledger.activations.set(activation, 1);
    const losses = await shop.look(({ reader }) => lostWrites(reader, ledger));
    assert.equal(losses.length, 4);
    for (const missing of [id, order, activation])
      assert.ok(losses.some((sentence) => sentence.includes(missing)));
  } finally {
    await shop.close();
  }
});

test('an order that is completed in two transactions is found half done after a kill', async () => {
  const shop = await openShop();
  try {
    const script = new URL('two-step-completion-process.ts', import.meta.url);
    const child = startProcess(script, [shop.location]);
    try {
      const orderId = String(await child.message());
      await child.end();
      const broken = await shop.look(({ reader }) => brokenInvariants(reader));
      assert.deepEqual(broken, [
        `a completed order has no receipt and no invoice, or one that is not completed has a document: ${orderId}`,
        `an order has other licenses than were paid for: ${orderId}`,
        `a paid order has other lines than were paid for: ${orderId}`,
      ]);
    } finally {
      await child.end();
    }
  } finally {
    await shop.close();
  }
});
