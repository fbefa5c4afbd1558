import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import type { EventTables } from '../../src/modules/events/tables.ts';
import type { Reader } from '../../src/platform/database/database.ts';
import type { JournalTables } from '../../src/platform/journal/tables.ts';
import { runCommand } from '../commands.ts';
import { until } from '../waiting.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { sendCustomers } from './customers.ts';
import { countOf, emptyLedger } from './ledger.ts';
import { faultRuns, openShop, type ShopServer } from './shop-server.ts';

const KILLS = faultRuns(2, 300);
const CUSTOMERS = 3;
/** A kill comes anywhere among this many messages, and the writes that lead to them. */
const MOST_MESSAGES = 10;

test(`webhooks of servers that are killed ${KILLS} times lose no event; duplicates have its id, and each subject its order`, async (t) => {
  const receiver = await startReceiver();
  const shop = await openShop();
  try {
    // Its own machine is an internal receiver; the shortest lease lets the next server go on soon.
    const settings = { LATCHKEY_WEBHOOK_NETWORKS: '127.0.0.1', LATCHKEY_JOB_LEASE_SECONDS: '5' };
    await addEndpoint(shop, receiver, settings);
    const ledger = emptyLedger();
    let server = await shop.start(settings);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const customers = sendCustomers(server.baseUrl, ledger, CUSTOMERS);
      const [writes, messages] = [
        countOf(ledger) + MOST_MESSAGES,
        receiver.messages.length + randomInt(MOST_MESSAGES),
      ];
      await until(
        'writes and messages',
        () => countOf(ledger) >= writes && receiver.messages.length > messages,
      );
      // The next server is there before this one is gone: for a moment, two processes send.
      const next = await shop.start(settings);
      server.signal('SIGKILL');
      await Promise.all([customers, server.ended]);
      server = next;
    }
    const sequence = await untilAllArrived(shop, receiver);
    server.signal('SIGTERM');
    assert.equal((await server.ended).code, 0);
    assertArrivals(receiver, sequence);
    t.diagnostic(`${sequence} events, ${receiver.messages.length} messages`);
  } finally {
    await shop.close();
    await receiver.close();
  }
});

async function addEndpoint(
  { environment }: ShopServer,
  { url }: Receiver,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const parameters = ['webhooks', 'create', '--url', url, '--type', '*'];
  const { code, stderr } = await runCommand({ ...environment, ...settings }, ...parameters);
  assert.equal(code, 0, stderr);
}

/** Waits until everything in the journal is an event, and every event has arrived. Returns the number of events. */
function untilAllArrived(shop: ShopServer, receiver: Receiver): Promise<number> {
  return shop.look(({ reader }) =>
    until('every event to arrive', async () => {
      if (await hasUnread(reader)) return undefined;
      const { last } = await lastEvent(reader);
      return new Set(receiver.events().map(({ id }) => id)).size === last ? last : undefined;
    }),
  );
}

/** Whether there is something in the journal that events are yet to be derived from. */
async function hasUnread(reader: Reader): Promise<boolean> {
  const db = reader.tables<JournalTables>();
  const unchained = await db.selectFrom('journalUnchained').select('eventId').limit(1).executeTakeFirst();
  const chain = await db.selectFrom('journalChains').select('headSequence').executeTakeFirstOrThrow();
  const cursor = await db
    .selectFrom('journalCursors')
    .select('sequence')
    .where('follower', '=', 'events')
    .executeTakeFirstOrThrow();
  return unchained !== undefined || cursor.sequence < chain.headSequence;
}

function lastEvent(reader: Reader): Promise<{ readonly last: number }> {
  return reader
    .tables<EventTables>()
    .selectFrom('eventCounters')
    .select('last')
    .where('subject', '=', '')
    .executeTakeFirstOrThrow();
}

/** Every number has arrived, always with the same id; those of a subject first arrived in their order. */
function assertArrivals(receiver: Receiver, count: number): void {
  const events = receiver.events();
  // A map keeps the place at which a key first came.
  const first = [...new Map(events.map((event) => [event.id, event])).values()];
  assert.deepEqual(
    first.map(({ sequence }) => sequence).toSorted((one, other) => one - other),
    Array.from({ length: count }, (_, index) => index + 1),
  );
  assert.equal(new Set(events.map(({ id, sequence }) => `${id} ${sequence}`)).size, count);
  for (const [subject, some] of Map.groupBy(first, (event) => `${event.subject.type}/${event.subject.id}`))
    assert.deepEqual(
      some.map((event) => event.subject.sequence),
      some.map((_, index) => index + 1),
      subject,
    );
}
