import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { openTestSystem, type TestSystem } from '../../../../test/harness.ts';
import { until } from '../../../../test/waiting.ts';
import { openLocation } from '../../../../test/open-location.ts';
import type { Account } from '../account.ts';
import { createAccount } from '../create-account.ts';
import { findAccount } from '../find-account.ts';
import { createHostDirectory, type HostDirectory } from './host-directory.ts';
import { updateSettings } from '../update-account.ts';

let system: TestSystem;
let location: string;
let two: Account;
let close: () => Promise<void>;
before(async () => {
  const opened = await openTestSystem();
  ({ system, close } = opened);
  ({ location } = opened.test);
  await createAccount(system, { id: 'one', name: 'One', isDefault: true });
  two = await createAccount(system, { id: 'two', name: 'Two' });
});
after(() => close());

/** Resolves the host until it is cached, like the requests of clients. */
function settled(directory: HostDirectory, host: string): Promise<Account> {
  return until(`${host} in memory`, async () => {
    await directory.find(host);
    return directory.now(host);
  });
}

test('returns earlier results from memory, and nothing of a host that it has not found', async () => {
  const directory = createHostDirectory(system);
  assert.equal(directory.now('two.latchkey.test'), undefined);
  assert.equal((await settled(directory, 'two.latchkey.test')).id, 'two');
  assert.equal((await settled(directory, 'localhost')).id, 'one');
  assert.equal(await directory.find('nobody.latchkey.test'), undefined);
  assert.equal(directory.peek('nobody.latchkey.test'), undefined);
});

test('returns nothing outdated, and remembers the previous state', async () => {
  const directory = createHostDirectory(system);
  await settled(directory, 'two.latchkey.test');
  await updateSettings(testContext(system, two), { origins: ['https://new.test'] });
  assert.equal(directory.now('two.latchkey.test'), undefined);
  assert.deepEqual(directory.peek('two.latchkey.test')?.settings.origins, []);
  assert.deepEqual((await settled(directory, 'two.latchkey.test')).settings.origins, ['https://new.test']);
  await createAccount(system, { id: 'three', name: 'Three', domains: ['two.latchkey.test'] });
  assert.equal(directory.now('two.latchkey.test'), undefined);
  assert.equal((await directory.find('two.latchkey.test'))?.id, 'three');
});

test('a database failure during a lookup fails only that lookup', async () => {
  const failing: TestSystem = {
    ...system,
    database: {
      ...system.database,
      changes: { version: async () => Promise.reject(new Error('away')), peek: () => undefined },
    },
  };
  const directory = createHostDirectory(failing);
  await assert.rejects(directory.find('localhost'), /away/);
  assert.equal(directory.now('localhost'), undefined);
});

test('hosts sent at random take bounded room', async () => {
  const directory = createHostDirectory(system, 3);
  for (const host of ['a.example', 'b.example', 'c.example', 'd.example']) await settled(directory, host);
  assert.equal(directory.peek('a.example'), undefined);
  assert.deepEqual(
    ['b.example', 'c.example', 'd.example'].map((host) => directory.peek(host)?.id),
    ['one', 'one', 'one'],
  );
});

test('a text that is too long for a host leads nowhere and is not cached', async () => {
  const directory = createHostDirectory(system);
  const longest = `${'a'.repeat(252)}.:65535`;
  assert.equal((await settled(directory, longest)).id, 'one');
  for (const host of ['a'.repeat(300), `localhost:${'1'.repeat(300)}`]) {
    assert.equal(await directory.find(host), undefined);
    assert.equal(directory.peek(host), undefined);
  }
});

test('an account that another process makes is found by its hosts and its id without a restart', async () => {
  const database = await openLocation(location, { log: system.log, clock: system.clock });
  try {
    const elsewhere = { ...system, database };
    const directory = createHostDirectory(elsewhere);
    const hosts = ['late.latchkey.test', 'shop.late.example'];
    // The process has resolved it before, and has cached that there was no such account.
    assert.equal(await findAccount(elsewhere, 'late'), undefined);
    assert.equal(await directory.find('late.latchkey.test'), undefined);
    assert.equal((await directory.find('shop.late.example'))?.id, 'one', 'the default account');
    await createAccount(system, { id: 'late', name: 'Late', domains: ['shop.late.example'] });
    for (const host of hosts) {
      await until(`${host} in the other process`, async () => (await directory.find(host))?.id === 'late');
    }
  } finally {
    await database.close();
  }
});
