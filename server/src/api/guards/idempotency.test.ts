import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { buildApp } from '../../app.ts';
import { createAccount, createApiKey } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseUnavailable } from '../../platform/database/errors.ts';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';

/** A database that goes away after so many transactions. */
function failingAfter(database: Database, transactions: number): Database {
  let left = transactions;
  return {
    ...database,
    transaction: async (work) => {
      if (left <= 0) throw new DatabaseUnavailable('gone');
      left -= 1;
      return database.transaction(work);
    },
  };
}

/** Sends one provision through an application whose database does only so many transactions more. */
async function provisionWith(transactions: number) {
  const { system, close } = await openTestSystem();
  try {
    const account = await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true });
    await createProduct(testContext(system, account), { id: 'app', name: 'App' });
    const { key } = await createApiKey(system, account, { name: 'test', scopes: ['*'] });
    const request = {
      method: 'POST' as const,
      url: '/api/licenses/provision',
      headers: { host: 'demo.latchkey.test', 'api-key': key, 'idempotency-key': randomUUID() },
      payload: { customer: { name: 'Bob', email: 'bob@example.com' }, requests: [{ productId: 'app' }] },
    };
    // The first use of a key is noted once a minute, in a transaction of its own.
    const healthy = await buildApp(system);
    await healthy.inject({ url: '/api/licenses', headers: request.headers });
    const failing = await buildApp({ ...system, database: failingAfter(system.database, transactions) });
    const first = await failing.inject(request);
    const again = await healthy.inject(request);
    const { items } = (await healthy.inject({ url: '/api/licenses', headers: request.headers })).json<{
      items: { id: string }[];
    }>();
    await Promise.all([failing.close(), healthy.close()]);
    return { first, again, licenses: items.length };
  } finally {
    await close();
  }
}

test('the answer of a provision is committed with it: a crash right after makes no retry give licenses twice', async () => {
  const { first, again, licenses } = await provisionWith(2);
  assert.deepEqual([first.statusCode, again.statusCode, licenses], [200, 200, 1]);
  assert.deepEqual(again.json(), first.json());
  assert.equal(again.headers['idempotency-replayed'], 'true');
});

test('a provision that could not be committed is not answered as if it were', async () => {
  const { first, again, licenses } = await provisionWith(1);
  assert.equal(first.statusCode, 503);
  assert.deepEqual([again.statusCode, licenses], [409, 0], 'its key is held until the lock ends');
});
