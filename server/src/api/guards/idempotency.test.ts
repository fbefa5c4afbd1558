import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { buildApp } from '../../app.ts';
import { createAccount, createApiKey, findAccount } from '../../modules/accounts/index.ts';
import { createProduct } from '../../modules/catalog/index.ts';
import { ensureCustomer } from '../../modules/customers/index.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseUnavailable } from '../../platform/database/errors.ts';
import type { IdempotencyTables } from '../../platform/idempotency/tables.ts';
import type { System } from '../../platform/system.ts';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';

/** A database that becomes unavailable after this number of transactions. */
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
  /** The request body, for a customer of the account. */
  readonly payload: (ownerId: string) => object;
  readonly status: number;
  /** The list in which the created item appears. */
  readonly list: string;
}

const COMMANDS: readonly [Command, Command] = [
  {
    name: 'a provision',
    url: '/api/licenses/provision',
    payload: () => ({
      customer: { name: 'Bob', email: 'bob@example.com' },
      requests: [{ productId: 'app' }],
    }),
    status: 200,
    list: '/api/licenses',
  },
  {
    name: 'a voucher batch',
    url: '/api/vouchers/batches',
    payload: () => ({ name: 'Gift', quantity: 2, contents: [{ type: 'Product', id: 'app', quantity: 1 }] }),
    status: 201,
    list: '/api/vouchers/batches',
  },
];

const IMPORTS: readonly Command[] = [
  {
    name: 'an import of a license',
    url: '/api/licenses/import',
    payload: (ownerId) => ({
      ownerId,
      productId: 'app',
      externalId: 'old-1',
      maxNumberOfActivations: 2,
      activations: ['mac', 'pc'].map((deviceSignature) => ({
        deviceName: 'A device',
        deviceSignature,
        activationMethod: 'Online',
      })),
    }),
    status: 200,
    list: '/api/licenses',
  },
  {
    name: 'an import of a trial',
    url: '/api/trials/import',
    payload: (ownerId) => ({
      ownerId,
      productId: 'app',
      deviceName: 'A device',
      deviceSignature: 'mac',
      expiresAt: '2030-01-01T00:00:00Z',
    }),
    status: 200,
    list: '/api/trials',
  },
];

/** A database whose process ends after the work of a transaction and before its commit. */
function endingBeforeCommit(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await work(tx);
        throw new DatabaseUnavailable('gone');
      }),
  };
}

/** A database in which another request gets the idempotency key just before the command that holds it runs. */
function takingOver(database: Database): Database {
  let transactions = 0;
  return {
    ...database,
    transaction: async (work) => {
      transactions += 1;
      if (transactions === 2) {
        await database.transaction((tx) =>
          tx.tables<IdempotencyTables>().updateTable('idempotencyKeys').set({ lockToken: 'other' }).execute(),
        );
      }
      return database.transaction(work);
    },
  };
}

async function writeDemoAccount(system: System): Promise<void> {
  await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true });
}

/** Creates an account with a product and a customer, and sends it one command, first to an application of `broken`. */
async function sendTwice(
  { url, payload, list }: Command,
  broken: (database: Database) => Database,
  isKeyed = true,
) {
  const { system, close } = await openTestSystem({}, undefined, writeDemoAccount);
  try {
    const account = await findAccount(system, 'demo');
    assert.ok(account);
    const ctx = testContext(system, account);
    await createProduct(ctx, { id: 'app', name: 'App' });
    const owner = await transaction(ctx, (tx) => ensureCustomer(tx, { email: 'ada@example.com' }));
    const { key } = await createApiKey(testContext(system, account), { name: 'test', scopes: ['*'] });
    const request = {
      method: 'POST' as const,
      url,
      headers: {
        host: 'demo.latchkey.test',
        'api-key': key,
        ...(isKeyed && { 'idempotency-key': randomUUID() }),
      },
      payload: payload(owner.id),
    };
    // The first use of a key is recorded once a minute, in a separate transaction.
    const healthy = await buildApp(system);
    await healthy.inject({ url: list, headers: request.headers });
    const failing = await buildApp({ ...system, database: broken(system.database) });
    const first = await failing.inject(request);
    const again = await healthy.inject(request);
    const third = await healthy.inject(request);
    const { items } = (await healthy.inject({ url: list, headers: request.headers })).json<{
      items: { id: string }[];
    }>();
    await Promise.all([failing.close(), healthy.close()]);
    return { first, again, third, items };
  } finally {
    await close();
  }
}

for (const command of [...COMMANDS, ...IMPORTS]) {
  test(`the answer of ${command.name} is committed with it: after a crash right behind it no retry does it twice`, async () => {
    const { first, again, items } = await sendTwice(command, (database) => failingAfter(database, 2));
    const { status } = command;
    assert.deepEqual([first.statusCode, again.statusCode, items.length], [status, status, 1]);
    assert.deepEqual(again.json(), first.json());
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  test(`${command.name} that could not be committed is not answered as if it were`, async () => {
    const { first, again, items } = await sendTwice(command, (database) => failingAfter(database, 1));
    assert.equal(first.statusCode, 503);
    assert.deepEqual([again.statusCode, items], [409, []], 'its key is held until the lock ends');
  });
}

test('a command whose key went to another request does nothing and asks to try again', async () => {
  const { first, again, items } = await sendTwice(COMMANDS[0], takingOver);
  for (const answer of [first, again]) {
    assert.deepEqual([answer.statusCode, answer.json().errorType], [409, 'IdempotencyKeyInFlight']);
    assert.equal(answer.headers['retry-after'], '1');
  }
  assert.deepEqual(items, []);
});

for (const command of IMPORTS) {
  test(`${command.name} that a crash cut off leaves nothing, and its repetition without a key makes it whole, once`, async () => {
    const { first, again, third, items } = await sendTwice(command, endingBeforeCommit, false);
    assert.deepEqual([first.statusCode, again.statusCode], [503, 200], again.body);
    assert.deepEqual([third.statusCode, third.json().instance], [409, again.json().id]);
    assert.deepEqual(items, [again.json()]);
  });
}
