import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import {
  DAY,
  device,
  FINAL,
  licensed,
  offline,
  problem,
  settle,
  START,
  text,
  tokenAt,
} from '../../test/device-world.ts';
import { generateKeyPairSync } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import { recordOf } from './record.ts';
import { type LicenseStorage, memoryStorage } from './storage.ts';
import { systemTime } from './time.ts';

describe('a validation that is due at startup', () => {
  it('can be waited for, and unlocks a license before anybody is locked out', async () => {
    const { app, open, sleep, world } = await licensed();
    await app.close();
    sleep(31 * DAY);
    const answer = Promise.withResolvers<Response>();
    world.answer = () => answer.promise;
    const again = await open();
    assert.equal(again.state().status, 'Locked');
    const ready = again.ready();
    answer.resolve(new Response(tokenAt(world.wall)));
    assert.equal((await ready).status, 'Active');
    await again.close();
  });

  it('holds up nothing when it fails, when none is due, and when the application closes', async () => {
    const { app, open, sleep, world } = await licensed();
    assert.equal((await app.ready()).status, 'Active');
    assert.equal(world.requests.length, 1);
    await app.close();
    sleep(31 * DAY);
    for (const answer of [offline, text('<html>'), problem(503, 'Overloaded'), problem(404, 'NotFound')]) {
      world.answer = answer;
      const again = await open();
      const state = await again.ready();
      assert.equal(state.status, 'Locked');
      assert(state.problem instanceof Error);
      await again.close();
    }
    world.answer = () => new Promise(() => undefined);
    const last = await open();
    const ready = last.ready();
    await last.close();
    assert.equal((await ready).status, 'Locked');
  });
});

describe('a token of a key that this version does not have', () => {
  const older = generateKeyPairSync('ed25519').privateKey;

  it('is renewed by itself, because the server signs with one that it has', async () => {
    const own = device(memoryStorage(tokenAt(START, {}, { key: older, kid: 'older' })));
    own.world.answer = offline;
    const app = await own.open();
    await app.ready();
    assert(app.state().status === 'Unusable' && 'fault' in app.state());
    own.world.answer = () => new Response(tokenAt(own.world.wall));
    await own.work(10 * 60_000);
    assert.equal(app.state().status, 'Active');
    await app.close();
  });

  it('is kept whatever the server refuses, because it may be a license elsewhere', async () => {
    const token = tokenAt(START, { method: 'Offline' }, { key: older, kid: 'older' });
    const storage = memoryStorage(token);
    for (const errorType of FINAL) {
      const own = device(storage);
      own.world.answer = problem(400, errorType);
      const app = await own.open();
      const state = await app.ready();
      assert.equal(state.status === 'Unusable' && state.fault, 'UnknownKey');
      assert(state.problem instanceof Refusal);
      await assert.rejects(app.validate(), { errorType });
      assert.equal(own.world.requests.length, 2);
      await app.close();
      assert.equal(recordOf(await storage.read())?.token, token);
    }
  });

  it('is not sent when it is for another device', async () => {
    const own = device(memoryStorage(tokenAt(START, { sig: 'another' })));
    const app = await own.open();
    await own.work(DAY);
    assert.deepEqual([app.state().status, own.world.requests], ['Unusable', []]);
    await app.close();
  });
});

it('a storage that cannot be read is not an empty one, and its license comes back by itself', async () => {
  const disk = memoryStorage(tokenAt(START));
  let isLocked = true;
  const keychain: LicenseStorage = {
    read: disk.read,
    update: async (change) => {
      if (isLocked) throw new Error('the keychain is locked');
      return disk.update(change);
    },
  };
  const own = device(keychain);
  const app = await own.open();
  const state = app.state();
  assert(state.status === 'Unusable' && state.fault === 'Unreadable');
  assert.equal(
    state.problem instanceof Error && 'code' in state.problem && state.problem.code,
    'StorageFailed',
  );
  isLocked = false;
  await own.work(5 * 60_000);
  assert.equal(app.state().status, 'Active');
  await app.close();
});

it('a listener that fails stops neither the other listeners nor the validations', async (t) => {
  const failures: unknown[] = [];
  process.setUncaughtExceptionCaptureCallback((failure) => failures.push(failure));
  t.after(() => process.setUncaughtExceptionCaptureCallback(null));
  const { app, world, work } = await licensed();
  const bug = new RangeError('a bug of the application');
  app.subscribe(() => {
    throw bug;
  });
  const statuses: string[] = [];
  app.subscribe(({ status }) => statuses.push(status));
  await work(16 * DAY);
  assert.equal(statuses.at(-1), 'Overdue');
  world.answer = () => new Response(tokenAt(world.wall));
  await work(2 * 60 * 60_000);
  assert.equal(app.state().status, 'Active');
  await app.close();
  await settle();
  assert(failures.length > 0 && failures.every((failure) => failure === bug));
});

it('a timer of more than 24 days does not end at once', (t) => {
  const timers = t.mock.method(globalThis, 'setTimeout', () => undefined);
  systemTime.schedule(100 * DAY, () => undefined, false);
  assert.deepEqual(timers.mock.calls[0]?.arguments.at(1), 2 ** 31 - 1);
});
