import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../../test/harness.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, createAccount } from '../../accounts/index.ts';
import { ensureCustomer } from '../../customers/index.ts';
import type { IdentityTables } from '../tables.ts';
import { startSession } from './start-session.ts';
import {
  deleteOlderTokens,
  findLivingSessions,
  forgetUserAgents,
  insertRefreshToken,
  revokeSessions,
} from './store-sessions.ts';

let system: TestSystem;
let close: () => Promise<void>;
let ctx: Context;
before(async () => {
  ({ system, close } = await openTestSystem());
  ctx = testContext(system, await createAccount(system, { id: 'demo', name: 'Demo Audio' }));
});
after(() => close());

let count = 0;
async function customerId(): Promise<string> {
  count += 1;
  return (await transaction(ctx, (tx) => ensureCustomer(tx, { email: `c-${count}@example.com` }))).id;
}

const open = async (id: string) =>
  (await transaction(ctx, (tx) => startSession(tx, { customerId: id, userAgent: 'curl' }))).sessionId;

const living = async (id: string) => {
  const page = { limit: 10, now: system.clock.now() };
  return (await findLivingSessions(system.database.reader, 'demo', id, page)).map((session) => session.id);
};

test('sessions end alone, all but one, or all of a customer, and those that ended before count for nothing', async () => {
  const [one, other] = [await customerId(), await customerId()];
  const ids = [await open(one), await open(one), await open(one)];
  const foreign = await open(other);
  const [first = '', second = '', third = ''] = ids;
  const end = (selection: { only?: string; except?: string }) =>
    transaction(ctx, (tx) =>
      revokeSessions(
        tx,
        'demo',
        { customerId: one, ...selection },
        { reason: 'SignedOut', at: tx.clock.now() },
      ),
    );
  assert.equal(await end({ only: foreign }), 0);
  assert.deepEqual([await end({ only: second }), await end({ only: second })], [1, 0]);
  assert.deepEqual(await living(one), [third, first]);
  assert.deepEqual([await end({ except: third }), await living(one)], [1, [third]]);
  assert.deepEqual([await end({}), await living(one)], [1, []]);
  assert.deepEqual(await living(other), [foreign]);
});

test('the programs of a customer’s sessions are forgotten, and those of nobody else', async () => {
  const [one, other] = [await customerId(), await customerId()];
  await open(one);
  await open(other);
  await transaction(ctx, (tx) => forgetUserAgents(tx, 'demo', one));
  const agents = await system.database.reader
    .tables<IdentityTables>()
    .selectFrom('sessions')
    .select(['customerId', 'userAgent'])
    .where('customerId', 'in', [one, other])
    .execute();
  const agentOf = new Map(agents.map((row) => [row.customerId, row.userAgent]));
  assert.deepEqual([agentOf.get(one), agentOf.get(other)], [null, 'curl']);
});

test('older tokens of a session are deleted, and those of others stay', async () => {
  const id = await customerId();
  const [own, neighbour] = [await open(id), await open(id)];
  await transaction(ctx, async (tx) => {
    for (const generation of [2, 3]) {
      const tokenHash = `${own}-${generation}`;
      await insertRefreshToken(tx, { accountId: 'demo', tokenHash, sessionId: own, generation });
    }
    await deleteOlderTokens(tx, { accountId: 'demo', sessionId: own, generation: 2 });
  });
  const rows = await system.database.reader
    .tables<IdentityTables>()
    .selectFrom('refreshTokens')
    .select(['sessionId', 'generation'])
    .where('sessionId', 'in', [own, neighbour])
    .orderBy('generation')
    .execute();
  assert.deepEqual(
    rows.map(({ sessionId, generation }) => [sessionId, generation]),
    [
      [neighbour, 1],
      [own, 2],
      [own, 3],
    ],
  );
});
