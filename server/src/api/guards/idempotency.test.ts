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
  let remaining = transactions;
  return {
    ...database,
    transaction: async (work) => {
      if (remaining <= 0) throw new DatabaseUnavailable('gone');
      remaining -= 1;
      return database.transaction(work);
    },
  };
}

interface Command {
  readonly name: string;
  readonly url: string;
  readonly payload: object;
  readonly status: number;
  /** The list in which what it makes appears. */
  readonly list: string;
}

const COMMANDS: readonly Command[] = [
  {
    name: 'a provision',
    url: '/api/licenses/provision',
    payload: { customer: { name: 'Bob', email: 'bob@example.com' }, requests: [{ productId: 'app' }] },
    status: 200,
    list: '/api/licenses',
  },
  {
    name: 'a voucher batch',
    url: '/api/vouchers/batches',
    payload: { name: 'Gift', quantity: 2, contents: [{ type: 'Product', id: 'app', quantity: 1 }] },
    status: 201,
    list: '/api/vouchers/batches',
  },
];

/** Sends one command through an application whose database does only so many transactions more. */
async function sendWith(transactions: number, { url, payload, list }: Command) {
  const { system, close } = await openTestSystem();
  try {
    const account = await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true });
    await createProduct(testContext(system, account), { id: 'app', name: 'App' });
    const { key } = await createApiKey(system, account, { name: 'test', scopes: ['*'] });
    const request = {
      method: 'POST' as const,
      url,
      headers: { host: 'demo.latchkey.test', 'api-key': key, 'idempotency-key': randomUUID() },
      payload,
    };
    // The first use of a key is noted once a minute, in a transaction of its own.
    const healthy = await buildApp(system);
    await healthy.inject({ url: list, headers: request.headers });
    const failing = await buildApp({ ...system, database: failingAfter(system.database, transactions) });
    const first = await failing.inject(request);
    const again = await healthy.inject(request);
    const { items } = (await healthy.inject({ url: list, headers: request.headers })).json<{
      items: { id: string }[];
    }>();
    await Promise.all([failing.close(), healthy.close()]);
    return { first, again, made: items.length };
  } finally {
    await close();
  }
}

for (const command of COMMANDS) {
  test(`the answer of ${command.name} is committed with it: after a crash right behind it no retry does it twice`, async () => {
    const { first, again, made: count } = await sendWith(2, command);
    const { status } = command;
    assert.deepEqual([first.statusCode, again.statusCode, count], [status, status, 1]);
    assert.deepEqual(again.json(), first.json());
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  test(`${command.name} that could not be committed is not answered as if it were`, async () => {
    const { first, again, made: count } = await sendWith(1, command);
    assert.equal(first.statusCode, 503);
    assert.deepEqual([again.statusCode, count], [409, 0], 'its key is held until the lock ends');
  });
}
