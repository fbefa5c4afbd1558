import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import type { recordAccountEvent } from '../../modules/accounts/events.ts';
import { type Account, type Context, createAccount } from '../../modules/accounts/index.ts';
import type { recordCatalogEvent } from '../../modules/catalog/events.ts';
import type { recordCustomerEvent } from '../../modules/customers/events.ts';
import type { recordLicensingEvent } from '../../modules/licensing/events.ts';
import type { recordOrderEvent } from '../../modules/orders/events.ts';
import type { recordPaymentEvent } from '../../modules/payments/events.ts';
import { recordReleaseEvent } from '../../modules/releases/events.ts';
import type { recordSigningKeyEvent } from '../../modules/signing-keys/events.ts';
import type { recordVoucherEvent } from '../../modules/vouchers/events.ts';
import { transaction } from '../context/context.ts';
import type { Database } from '../database/database.ts';
import { openLocation } from '../../../test/open-location.ts';
import { chainEvents } from './chain-events.ts';
import { eventId, firstIdOf } from './event-id.ts';
import { purgeEvents } from './purge-events.ts';
import { record } from './record.ts';
import { listEvents } from './store.ts';
import { lockChain } from './store-chain.ts';
import type { EventRow, JournalTables } from './tables.ts';
import { verifyJournal } from './verify-journal.ts';

const DAY_MS = 86_400_000;

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

let accounts = 0;

/** An account of its own, whose journal begins with the events of its creation. */
async function newContext(): Promise<Context> {
  accounts += 1;
  const { system } = scenario;
  const account = await createAccount(system, { id: `journal-${accounts}`, name: 'Journal' });
  return testContext(system, account);
}

async function recordSome(ctx: Context, ...numbers: number[]): Promise<void> {
  for (const number of numbers)
    await transaction(ctx, async (tx) =>
      record(tx, { type: 'test.happened', subjects: { thing: `thing-${number}` }, data: { number } }),
    );
}

async function chainAll(): Promise<void> {
  await chainEvents(scenario.system);
}

function eventsOf(account: Account): Promise<EventRow[]> {
  return listEvents(scenario.system.database.reader, account.id, { limit: 1_000 });
}

function linksOf({ account }: Context) {
  return scenario.system.database.reader
    .tables<JournalTables>()
    .selectFrom('journalLinks')
    .selectAll()
    .where('accountId', '=', account.id)
    .orderBy('sequence')
    .execute();
}

/** Changes the database without the journal. */
function tamper(work: (db: ReturnType<typeof tablesOf>) => Promise<unknown>): Promise<unknown> {
  return scenario.system.database.transaction((tx) => work(tablesOf(tx)));
}

function tablesOf(tx: Parameters<Parameters<Context['database']['transaction']>[0]>[0]) {
  return tx.tables<JournalTables>();
}

const tamperingOf = async ({ account }: Context) =>
  (await verifyJournal(scenario.system, account.id)).tampering;

test('events of a transaction are committed with it or not at all', async () => {
  const ctx = await newContext();
  const before = (await eventsOf(ctx.account)).length;
  await transaction(ctx, async (tx) => {
    record(tx, { type: 'test.first', subjects: {}, data: {} });
    record(tx, { type: 'test.second', subjects: {}, data: {} });
  });
  const refused = transaction(ctx, async (tx) => {
    record(tx, { type: 'test.refused', subjects: {}, data: {} });
    throw new Error('refused');
  });
  await assert.rejects(refused, /refused/);
  const events = await eventsOf(ctx.account);
  assert.deepEqual(
    events.slice(0, events.length - before).map(({ type }) => type),
    ['test.second', 'test.first'],
  );
});

test('an event says who did what to what, from where and in which request', async () => {
  scenario.clock.hold('it compares the time of the event with that of its request');
  const ctx = await newContext();
  const request = { requestId: 'a-request', addressGroup: () => '192.0.2.7' };
  await transaction({ ...ctx, ...request, actor: { kind: 'ApiKey', id: 'a-key' } }, async (tx) =>
    record(tx, {
      type: 'test.happened',
      subjects: { one: 'a', several: ['b', 'c', 'b'], none: null, absent: undefined },
      data: { at: new Date(0), missing: undefined, nested: { b: 1, a: [2] } },
    }),
  );
  const [event] = await eventsOf(ctx.account);
  const { id, seal, ...rest } = event ?? assert.fail('nothing was recorded');
  assert.ok(id >= firstIdOf(ctx.clock.now()) && seal.length > 40);
  assert.deepEqual(rest, {
    accountId: ctx.account.id,
    type: 'test.happened',
    actorKind: 'ApiKey',
    actorId: 'a-key',
    // Only the network of a person's address.
    addressGroup: '192.0.2.0/24',
    requestId: 'a-request',
    subjects: ['one/a', 'several/b', 'several/c'],
    data: { at: '1970-01-01T00:00:00.000Z', nested: { a: [2], b: 1 } },
    occurredAt: ctx.clock.now(),
  });
});

test('ids sort by the moment of the event, and those of one moment by their order', () => {
  const [early, late] = [new Date(1_700_000_000_000), new Date(1_700_000_000_001)];
  const ids = [...Array.from({ length: 20_000 }, () => eventId(early)), eventId(late)];
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)));
  assert.ok((ids[0] ?? '') >= firstIdOf(early) && (ids.at(-2) ?? '') < firstIdOf(late));
});

test('an untouched journal is intact, chained or not, and reports the end of its chain', async () => {
  const ctx = await newContext();
  await recordSome(ctx, 1, 2);
  const { waiting } = await verifyJournal(scenario.system, ctx.account.id);
  assert.equal(waiting, 3);
  await chainAll();
  await recordSome(ctx, 3);
  const report = await verifyJournal(scenario.system, ctx.account.id);
  const head = (await linksOf(ctx)).at(-1);
  assert.deepEqual(report, {
    chained: 3,
    waiting: 1,
    headSequence: 3,
    headHash: head?.hash,
    tampering: undefined,
  });
});

test('an event that was altered is named, before and after it has its place', async () => {
  const ctx = await newContext();
  await recordSome(ctx, 1, 2);
  const [event] = await eventsOf(ctx.account);
  const eventIdOfLast = event?.id ?? '';
  const set = (data: object) =>
    tamper((db) =>
      db
        .updateTable('journalEvents')
        .set({ data: { ...data } })
        .where('id', '=', eventIdOfLast)
        .execute(),
    );
  await set({ number: 7 });
  assert.deepEqual(await tamperingOf(ctx), { kind: 'altered', sequence: undefined, eventId: eventIdOfLast });
  await chainAll();
  assert.deepEqual(await tamperingOf(ctx), { kind: 'altered', sequence: 3, eventId: eventIdOfLast });
  await set({ number: 2 });
  assert.equal(await tamperingOf(ctx), undefined);
});

test('events that were removed, reordered or added are named, whatever was removed or put with them', async () => {
  const ctx = await newContext();
  await recordSome(ctx, 1, 2, 3);
  await chainAll();
  const { id: accountId } = ctx.account;
  const [, second, third, last] = await linksOf(ctx);
  assert.ok(second !== undefined && third !== undefined && last !== undefined);
  const removeLink = (sequence: number) =>
    tamper((db) =>
      db
        .deleteFrom('journalLinks')
        .where('accountId', '=', accountId)
        .where('sequence', '=', sequence)
        .execute(),
    );
  const insertLink = (...links: (typeof last)[]) =>
    tamper((db) => db.insertInto('journalLinks').values(links).execute());

  await removeLink(2);
  assert.deepEqual(await tamperingOf(ctx), { kind: 'removed', sequence: 2, eventId: undefined });
  await removeLink(3);
  // The two swapped, with everything that belongs to them.
  await insertLink({ ...second, sequence: 3 }, { ...third, sequence: 2 });
  assert.deepEqual(await tamperingOf(ctx), { kind: 'reordered', sequence: 2, eventId: third.eventId });
  await removeLink(2);
  await removeLink(3);
  await insertLink(second, third);
  assert.equal(await tamperingOf(ctx), undefined);

  await removeLink(4);
  assert.deepEqual(await tamperingOf(ctx), { kind: 'removed', sequence: 4, eventId: undefined });
  await insertLink(last);
  const [row] = await eventsOf(ctx.account);
  const copy = { ...(row ?? assert.fail()), id: eventId(ctx.clock.now()) };
  await tamper((db) => db.insertInto('journalEvents').values(copy).execute());
  assert.deepEqual(await tamperingOf(ctx), { kind: 'added', sequence: undefined, eventId: copy.id });
  await tamper((db) => db.deleteFrom('journalEvents').where('id', 'in', [copy.id, last.eventId]).execute());
  assert.deepEqual(await tamperingOf(ctx), { kind: 'removed', sequence: 4, eventId: last.eventId });
});

test('two processes that chain at the same time give each event one place', async () => {
  const ctx = await newContext();
  // The chain exists before the race: creating it would also serialize them.
  await chainAll();
  await recordSome(ctx, ...Array.from({ length: 30 }, (_, index) => index));
  const other = await openLocation(scenario.location, { log: scenario.system.log, clock: ctx.clock });
  try {
    const deps = { ...scenario.system, database: other };
    await Promise.all([
      chainEvents(scenario.system),
      chainEvents(deps),
      chainEvents(scenario.system),
      chainEvents(deps),
    ]);
  } finally {
    await other.close();
  }
  assert.equal((await linksOf(ctx)).length, 31);
  assert.equal(await tamperingOf(ctx), undefined);
});

test('chaining waits for another transaction that holds the chain', async () => {
  const ctx = await newContext();
  await chainAll();
  await recordSome(ctx, 1, 2);
  const { system, location } = scenario;
  // SQLite has one writer: the transaction itself is the lock.
  if (system.database.engine === 'sqlite') return chainAll();
  const elsewhere = await openLocation(location, { log: ctx.log, clock: ctx.clock });
  let linksBeforeCommit = 0;
  /** Reads the chain when the first transaction has done everything but its commit. */
  const watched: Database = {
    ...elsewhere,
    transaction: (work) =>
      elsewhere.transaction(async (tx) => {
        const result = await work(tx);
        linksBeforeCommit = (await linksOf(ctx)).length;
        return result;
      }),
  };
  try {
    const settled = await whileUncommitted(
      watched,
      (tx) => lockChain(tx, ctx.account.id),
      () => chainEvents(system),
    );
    const value = { accounts: new Set([ctx.account.id]), failures: new Map() };
    assert.deepEqual(settled, { status: 'fulfilled', value });
  } finally {
    await elsewhere.close();
  }
  assert.deepEqual([linksBeforeCommit, (await linksOf(ctx)).length], [1, 3]);
  assert.equal(await tamperingOf(ctx), undefined);
});

/** Whether the type of an event is one of a list, not any text; this ensures that only declared events are recorded. */
type IsStrict<Recorder extends (tx: never, event: never) => void> =
  string extends Parameters<Recorder>[1]['type'] ? false : true;

test('an event that its module does not declare, or declares otherwise, does not compile', async () => {
  const strict: readonly [
    IsStrict<typeof recordAccountEvent>,
    IsStrict<typeof recordCatalogEvent>,
    IsStrict<typeof recordCustomerEvent>,
    IsStrict<typeof recordLicensingEvent>,
    IsStrict<typeof recordOrderEvent>,
    IsStrict<typeof recordPaymentEvent>,
    IsStrict<typeof recordReleaseEvent>,
    IsStrict<typeof recordSigningKeyEvent>,
    IsStrict<typeof recordVoucherEvent>,
  ] = [true, true, true, true, true, true, true, true, true];
  assert.ok(strict.every(Boolean));
  const ctx = await newContext();
  const before = (await eventsOf(ctx.account)).length;
  const subjects = { product: 'app' };
  const data = { version: '1.0.0' };
  const rolledBack = transaction(ctx, async (tx) => {
    // @ts-expect-error a type that is misspelt
    recordReleaseEvent(tx, { type: 'release.publishd', subjects, data });
    // @ts-expect-error a field of the data that is misspelt
    recordReleaseEvent(tx, { type: 'release.published', subjects, data: { versoin: '1.0.0' } });
    // @ts-expect-error a field more than the event has
    recordReleaseEvent(tx, { type: 'release.published', subjects, data: { version: '1.0.0', files: 1 } });
    // @ts-expect-error a field that the event does not have
    recordReleaseEvent(tx, { type: 'release.published', subjects: { prodct: 'app' }, data });
    throw new Error('rolled back');
  });
  await assert.rejects(rolledBack, /rolled back/);
  assert.equal((await eventsOf(ctx.account)).length, before);
});

test('an event with an early id whose transaction ends late is chained behind those that were committed', async () => {
  const ctx = await newContext();
  const { engine } = scenario.system.database;
  // SQLite has one writer: nothing is committed while another transaction is open.
  if (engine === 'sqlite') return recordSome(ctx, 1);
  const elsewhere = await openLocation(scenario.location, { log: ctx.log, clock: ctx.clock });
  try {
    await whileUncommitted(
      elsewhere,
      async (tx) => {
        await tx.tables<JournalTables>().selectFrom('journalEvents').select('id').limit(1).execute();
        record({ ...ctx, ...tx }, { type: 'test.late', subjects: {}, data: {} });
      },
      async () => {
        await recordSome(ctx, 1);
        await chainAll();
      },
    );
  } finally {
    await elsewhere.close();
  }
  await chainAll();
  const links = await linksOf(ctx);
  const late = (await eventsOf(ctx.account)).find(({ type }) => type === 'test.late');
  assert.equal(links.at(-1)?.eventId, late?.id);
  assert.notDeepEqual(
    links.map(({ eventId: id }) => id),
    links.map(({ eventId: id }) => id).toSorted(),
  );
  assert.equal(await tamperingOf(ctx), undefined);
});

test('events are kept forever, or go after their days from the beginning of the chain, which stays good', async () => {
  const ctx = await newContext();
  const { system, clock } = scenario;
  await recordSome(ctx, 1);
  await chainAll();
  clock.advance(10 * DAY_MS);
  await recordSome(ctx, 2);
  await chainAll();
  const purgeAll = async (days: number) => {
    let purged = 0;
    for (let some = 1; some > 0; purged += some) some = await purgeEvents(system, days);
    return purged;
  };
  clock.advance(100 * DAY_MS);
  assert.equal(await purgeAll(0), 0);
  clock.advance(-100 * DAY_MS);
  await purgeAll(9);
  assert.deepEqual(
    (await eventsOf(ctx.account)).map(({ data }) => data),
    [{ number: 2 }],
  );
  const subjects = await system.database.reader
    .tables<JournalTables>()
    .selectFrom('journalSubjects')
    .select('subject')
    .where('accountId', '=', ctx.account.id)
    .execute();
  assert.deepEqual(subjects, [{ subject: 'thing/thing-2' }]);
  const { tampering, chained } = await verifyJournal(system, ctx.account.id);
  assert.deepEqual([tampering, chained], [undefined, 1]);
});

test('a beginning that retention did not make is detected: nobody removes old events unnoticed', async () => {
  const ctx = await newContext();
  await recordSome(ctx, 1, 2);
  await chainAll();
  const [first] = await linksOf(ctx);
  assert.ok(first);
  const { id: accountId } = ctx.account;
  await tamper((db) => db.deleteFrom('journalEvents').where('id', '=', first.eventId).execute());
  await tamper((db) =>
    db.deleteFrom('journalLinks').where('accountId', '=', accountId).where('sequence', '=', 1).execute(),
  );
  const begin = (anchorSeal: string | null) =>
    tamper((db) =>
      db
        .updateTable('journalChains')
        .set({ anchorSequence: 1, anchorHash: first.hash, anchorSeal })
        .where('accountId', '=', accountId)
        .execute(),
    );
  for (const seal of [null, first.hash]) {
    await begin(seal);
    assert.deepEqual(await tamperingOf(ctx), { kind: 'removed', sequence: 1, eventId: undefined });
  }
});
