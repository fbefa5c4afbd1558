import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';
import { openLocation } from '../../../test/open-location.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import { within } from '../../../test/waiting.ts';
import { type Context, createAccount } from '../../modules/accounts/index.ts';
import { transaction } from '../context/context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobTables } from '../jobs/tables.ts';
import { chainEvents } from './chain-events.ts';
import { catchUpOnJournal, type Follower, startFollowing } from './follow-journal.ts';
import { purgeEvents } from './purge-events.ts';
import { record } from './record.ts';
import type { JournalTables } from './tables.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

let accounts = 0;

/** An account of its own, whose journal begins with the event of its creation. */
async function newContext(): Promise<Context> {
  accounts += 1;
  const account = await createAccount(opened.system, { id: `follow-${accounts}`, name: 'Follow' });
  return testContext(opened.system, account);
}

function happen(ctx: Context, ...numbers: number[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    for (const number of numbers) record(tx, { type: 'test.happened', subjects: {}, data: { number } });
  });
}

/** A follower with a name of its own, and what it has seen of an account: places in the chain and numbers. */
function noting({ account }: Context, isFailing: () => boolean = () => false) {
  const notes: [sequence: number, number: unknown][] = [];
  const follower: Follower = {
    name: `test-${account.id}`,
    prepare: async (accountId, events) => async (_tx) => {
      if (accountId !== account.id) return;
      notes.push(...events.map(({ sequence, data }): [number, unknown] => [sequence, data['number']]));
      if (isFailing()) throw new Error('on purpose');
    },
  };
  return { notes, follower };
}

const catchUp = (...followers: Follower[]) => catchUpOnJournal(opened.system, followers);

test('a follower sees every event once, in the order of the chain, from the oldest that is kept', async () => {
  const ctx = await newContext();
  await happen(ctx, 1, 2);
  const { notes, follower } = noting(ctx);
  await catchUp(follower);
  await happen(ctx, 3);
  await catchUp(follower);
  assert.equal(await catchUp(follower), 0);
  assert.deepEqual(notes, [
    [1, undefined],
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
});

test('a follower that comes later begins with the oldest event that retention has left', async () => {
  const ctx = await newContext();
  await chainEvents(opened.system);
  opened.system.clock.advance(10 * 86_400_000);
  await happen(ctx, 1);
  await chainEvents(opened.system);
  while ((await purgeEvents(opened.system, 5)) > 0);
  const { notes, follower } = noting(ctx);
  await catchUp(follower);
  assert.deepEqual(notes, [[2, 1]]);
});

test('more events than are read at once are all notes', async () => {
  const ctx = await newContext();
  const numbers = Array.from({ length: 600 }, (_, index) => index);
  for (let start = 0; start < numbers.length; start += 100)
    await happen(ctx, ...numbers.slice(start, start + 100));
  const { notes, follower } = noting(ctx);
  await catchUp(follower);
  assert.deepEqual(
    notes.map(([sequence]) => sequence),
    Array.from({ length: 601 }, (_, index) => index + 1),
  );
});

test('a process that ends leaves the rest of many events to another', async () => {
  const ctx = await newContext();
  const { notes, follower } = noting(ctx);
  const ended = Promise.withResolvers<void>();
  const ending: Follower = {
    name: follower.name,
    prepare: async (accountId, events) => {
      if (accountId === ctx.account.id) ended.resolve(following.stop());
      return follower.prepare(accountId, events);
    },
  };
  await transaction(ctx, async (tx) => {
    for (let number = 0; number < 600; number += 1)
      record(tx, { type: 'test.happened', subjects: {}, data: { number } });
  });
  const following = startFollowing(opened.system, [ending]);
  await happen(ctx, 600);
  await within('the process to end', ended.promise);
  assert.equal(notes.length, 250);
  await catchUp(follower);
  assert.equal(notes.length, 602);
});

test('a server that stops does not wait until everything that was missed is seen', async () => {
  const ctx = await newContext();
  const { notes, follower } = noting(ctx);
  const stopping = new AbortController();
  const ending: Follower = {
    name: follower.name,
    prepare: async (accountId, events) => {
      if (accountId === ctx.account.id) stopping.abort();
      return follower.prepare(accountId, events);
    },
  };
  await transaction(ctx, async (tx) => {
    for (let number = 0; number < 600; number += 1)
      record(tx, { type: 'test.happened', subjects: {}, data: { number } });
  });
  await catchUpOnJournal(opened.system, [ending], stopping.signal);
  assert.equal(notes.length, 250);
  await catchUp(follower);
  assert.equal(notes.length, 601);
});

test('what a follower writes and the move of its cursor are one commit; its failure holds up no other account or follower', async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  let isFailing = true;
  const failing: Follower = {
    name: 'failing',
    prepare: async (accountId, events) => async (tx) => {
      for (const { sequence } of events)
        await enqueueJob(opened.system, tx, { accountId, kind: 'test.follow', payload: { sequence } });
      if (accountId === ctx.account.id && isFailing) throw new Error('on purpose');
    },
  };
  const { notes, follower } = noting(ctx);
  const jobsOf = async ({ account }: Context) =>
    (
      await opened.system.database.reader
        .tables<JobTables>()
        .selectFrom('jobs')
        .select('payload')
        .where('kind', '=', 'test.follow')
        .where('accountId', '=', account.id)
        .execute()
    ).map(({ payload }) => payload);
  await catchUp(failing, follower);
  assert.deepEqual([await jobsOf(ctx), await jobsOf(other)], [[], [{ sequence: 1 }]]);
  assert.deepEqual(notes, [[1, undefined]]);
  isFailing = false;
  await catchUp(failing, follower);
  assert.deepEqual([await jobsOf(ctx), await jobsOf(other)], [[{ sequence: 1 }], [{ sequence: 1 }]]);
  assert.equal(notes.length, 1);
});

test('an account whose events cannot be chained holds up no other, and its job is tried again', async () => {
  const [broken, other] = [await newContext(), await newContext()];
  await catchUp();
  await happen(broken, 1);
  await happen(other, 2);
  const { database, vault } = opened.system;
  const sign: typeof vault.sign = (purpose, text) => {
    if (text.includes(broken.account.id)) throw new Error('on purpose');
    return vault.sign(purpose, text);
  };
  const system = { ...opened.system, database, vault: { ...vault, sign } };
  const { notes, follower } = noting(other);
  await assert.rejects(catchUpOnJournal(system, [follower]), new RegExp(broken.account.id));
  assert.deepEqual(notes.at(-1), [2, 2]);
  const own = noting(broken);
  await catchUp(own.follower);
  assert.deepEqual(own.notes.at(-1), [2, 1]);
});

test('no event is skipped when one with an earlier id is committed later', async () => {
  const ctx = await newContext();
  const { notes, follower } = noting(ctx);
  // SQLite has one writer: nothing is committed while another transaction is open.
  if (opened.system.database.engine === 'sqlite') return;
  const elsewhere = await openLocation(opened.test.location, { clock: opened.system.clock });
  try {
    await whileUncommitted(
      elsewhere,
      async (tx) => {
        await tx.tables<JournalTables>().selectFrom('journalEvents').select('id').limit(1).execute();
        record({ ...ctx, ...tx }, { type: 'test.happened', subjects: {}, data: { number: 1 } });
      },
      async () => {
        await happen(ctx, 2);
        await catchUp(follower);
      },
    );
  } finally {
    await elsewhere.close();
  }
  assert.deepEqual(notes, [
    [1, undefined],
    [2, 2],
  ]);
  await catchUp(follower);
  assert.deepEqual(notes.at(-1), [3, 1]);
});

test('commits wake the followers', async () => {
  const ctx = await newContext();
  const woken = Promise.withResolvers<void>();
  const { notes, follower } = noting(ctx);
  const waking: Follower = {
    name: follower.name,
    prepare: async (accountId, events) => async (tx) => {
      await (
        await follower.prepare(accountId, events)
      )(tx);
      if (notes.some(([, number]) => number === 2)) woken.resolve();
    },
  };
  const following = startFollowing(opened.system, [waking]);
  await happen(ctx, 1);
  await happen(ctx, 2);
  await within('the follower to see both events', woken.promise);
  await following.stop();
  await happen(ctx, 3);
  assert.deepEqual(notes, [
    [1, undefined],
    [2, 1],
    [3, 2],
  ]);
  await catchUp(follower);
  assert.deepEqual(notes.at(-1), [4, 3], 'what nobody was woken for is found by looking');
});

test('one transaction records an order of 20,000 licenses, each by its name', async () => {
  const ctx = await newContext();
  const names = new Set<string>();
  const follower: Follower = {
    name: `test-${ctx.account.id}`,
    prepare: async (accountId, events) => async (_tx) => {
      if (accountId === ctx.account.id)
        for (const { subjects } of events) subjects.forEach((one) => names.add(one));
    },
  };
  await transaction(ctx, async (tx) => {
    for (let group = 0; group < 200; group += 1) {
      const license = Array.from({ length: 100 }, (_, index) => `${group}-${index}`);
      record(tx, { type: 'test.happened', subjects: { license }, data: {} });
    }
  });
  await catchUp(follower);
  assert.equal([...names].filter((name) => name.startsWith('license/')).length, 20_000);
});
