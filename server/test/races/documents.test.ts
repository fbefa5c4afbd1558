import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { DocumentTables } from '../../src/modules/documents/tables.ts';
import { updateOrder } from '../../src/modules/orders/index.ts';
import { times } from '../length.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('document-process.ts', import.meta.url);
/** Longer with `npm test -- --long`. */
const ORDERS = times(20, 500);
const NAIVE_ORDERS = 20;

async function withScenario<Result>(work: (scenario: LicensingScenario) => Promise<Result>): Promise<Result> {
  const scenario = await licensingScenario();
  try {
    return await work(scenario);
  } finally {
    await scenario.close();
  }
}

/** Two processes issue the receipts of `orders` orders each; returns the number of failed attempts. */
async function run({ ctx, location }: LicensingScenario, race: string, orders: number): Promise<number> {
  const lists: string[][] = [[], []];
  for (const list of lists) {
    for (let count = 0; count < orders; count += 1) {
      const { order } = await updateOrder(ctx, {
        orderId: randomUUID(),
        customerId: undefined,
        patch: { utm: {} },
      });
      list.push(order.id);
    }
  }
  const results = await runTogether(
    SCRIPT,
    lists.map((list) => [location, race, list.join(',')]),
  );
  return results.reduce<number>((sum, part) => sum + Number(part), 0);
}

test('receipts that two processes issue concurrently, and failures between them, leave no gap in the numbers', () =>
  withScenario(async (scenario) => {
    assert.equal(await run(scenario, 'issue', ORDERS), 0);
    const rows = await scenario.system.database.reader
      .tables<DocumentTables>()
      .selectFrom('documents')
      .select('position')
      .orderBy('position')
      .execute();
    assert.deepEqual(
      rows.map(({ position }) => position),
      Array.from({ length: ORDERS * 2 }, (_, index) => index + 1),
    );
  }));

test('reading the last number before taking the next one fails in the same race, where only a constraint stops the second', () =>
  untilExercised(() =>
    withScenario(async (scenario) => {
      await scenario.system.database.transaction((tx) =>
        tx
          .tables<DocumentTables>()
          .insertInto('documentSeries')
          .values({ accountId: 'demo', prefix: 'R-', lastPosition: 1 })
          .execute(),
      );
      assert.ok((await run(scenario, 'naive', NAIVE_ORDERS)) > 0, 'the race was not exercised');
    }),
  ));
