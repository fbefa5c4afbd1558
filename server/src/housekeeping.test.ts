import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSystem } from '../test/harness.ts';
import { within } from '../test/waiting.ts';
import { CHORES, startHousekeeping } from './housekeeping.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

test('every chore has nothing to do on an empty database', async () => {
  for (const [name, chore] of Object.entries(CHORES)) assert.equal(await chore(opened.system), 0, name);
});

test('a chore is repeated until nothing is left, and one that fails keeps no other from its work', async () => {
  const left = [3, 2, 1];
  const done = Promise.withResolvers<void>();
  const housekeeping = startHousekeeping(opened.system, {
    firstAfterMs: 0,
    chores: {
      failing: async () => {
        throw new Error('on purpose');
      },
      working: async () => left.pop() ?? 0,
      last: async () => {
        done.resolve();
        return 0;
      },
    },
  });
  await within('the last chore', done.promise);
  assert.deepEqual(left, []);
  await housekeeping.stop();
});

test('stops without waiting for the next round', async () => {
  const housekeeping = startHousekeeping(opened.system, { firstAfterMs: 3_600_000, chores: {} });
  await housekeeping.stop();
});
