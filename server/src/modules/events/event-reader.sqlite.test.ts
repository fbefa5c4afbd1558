import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { openTestSystem } from '../../../test/harness.ts';
import type { ChainedEvent } from '../../platform/journal/follow-journal.ts';
import { type Context, createAccount } from '../accounts/index.ts';
import { eventsFollower } from './derive-events.ts';
import { eventReader } from './event-reader.ts';
import { type Happening, type Resource, subjectIds } from './event-type.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
let ctx: Context;
let reads: string[];
before(async () => {
  opened = await openTestSystem();
  ctx = testContext(opened.system, await createAccount(opened.system, { id: 'one', name: 'One' }));
});
beforeEach(() => void (reads = []));
after(() => opened.close());

const license: Resource = {
  type: 'license',
  ids: (entry) => subjectIds(entry, 'license'),
  path: (id) => `/api/licenses/${id}`,
  scope: 'licenses:read',
  show: async (_, id) => {
    reads.push(id);
    if (id === 'broken') throw new Error('it cannot be shown');
    return { id, customerId: 'ada' };
  },
  showMany: async (_, ids) => {
    reads.push(ids.join(' '));
    if (ids.includes('broken')) throw new Error('one cannot be shown');
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, { id, customerId: 'ada' }]));
  },
};

function entryOf(...ids: string[]): ChainedEvent {
  return {
    accountId: 'one',
    id: 'an-entry',
    type: 'license.granted',
    actorKind: 'Server',
    actorId: null,
    addressGroup: null,
    requestId: null,
    subjects: ids.map((id) => `license/${id}`),
    data: {},
    occurredAt: opened.system.clock.now(),
    seal: '',
    sequence: 1,
  };
}

const happeningOf = (entry: ChainedEvent): Happening => ({
  type: {
    type: 'license.issued',
    when: 'A license was granted.',
    from: ['license.granted'],
    subject: license,
  },
  entry,
});

async function dataOf(entries: readonly ChainedEvent[]): Promise<unknown[]> {
  const reader = await eventReader(ctx, entries.map(happeningOf), async () => false);
  const pairs = entries.flatMap((entry) => license.ids(entry).map((id) => ({ entry, id })));
  return Promise.all(pairs.map(({ entry, id }) => reader.data(license, id, entry)));
}

const viewOf = (id: string) => ({ id, customerId: 'ada' });

test('the licenses of many entries are read together, each once; one that is gone shows nothing', async () => {
  const data = await dataOf([entryOf('a', 'b'), entryOf('gone'), entryOf('b')]);
  assert.deepEqual(data, [viewOf('a'), viewOf('b'), null, viewOf('b')]);
  assert.deepEqual(reads, ['a b gone']);
});

test('a license that cannot be shown takes the data of no other', async () => {
  assert.deepEqual(await dataOf([entryOf('a', 'broken', 'b')]), [viewOf('a'), null, viewOf('b')]);
  assert.deepEqual(reads, ['a broken b', 'a', 'broken', 'b']);
});

test('a database that is away for a moment takes no data: the events are derived again', async () => {
  const away = async () => {
    throw Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });
  };
  const type = { ...happeningOf(entryOf('a')).type, subject: { ...license, show: away, showMany: away } };
  await assert.rejects(
    eventReader(ctx, [{ type, entry: entryOf('a') }], async () => false),
    /lost/,
  );
});

test('whether a person was deleted is asked once', async () => {
  const customers: string[] = [];
  const reader = await eventReader(ctx, [], async (_, id) => {
    customers.push(id);
    return false;
  });
  await Promise.all(['ada', 'ada', 'unproven/gus'].map((person) => reader.isErased(person)));
  assert.deepEqual(customers, ['ada', 'gus']);
});

test('requests are served between the events of an import', async () => {
  const { type, entry } = happeningOf(
    entryOf(...Array.from({ length: 50 }, (_, index) => `license-${index}`)),
  );
  const ports = { added: async () => undefined, erased: async () => undefined, isErased: async () => false };
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await eventsFollower(opened.system, [type], ports).prepare('one', [entry]);
  clearImmediate(next);
  assert.ok(turns >= 50, `only ${turns}`);
});
