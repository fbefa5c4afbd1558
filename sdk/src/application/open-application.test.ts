import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  DAY,
  FINAL,
  START,
  TRANSIENT,
  device,
  licensed,
  offline,
  problem,
  settle,
  text,
  tokenAt,
  untilLicensed,
} from '../../test/device-world.ts';
import { isProblem, LicenseError } from './index.ts';
import { type LicenseStorage, memoryStorage } from './storage.ts';

describe('a validation', () => {
  for (const [name, answer] of Object.entries(TRANSIENT)) {
    it(`ends nothing: ${name}`, async () => {
      const { app, world, storage } = await licensed();
      const before = await storage.read();
      world.answer = answer;
      await assert.rejects(app.validate(), Error);
      assert.equal(app.state().status, 'Active');
      assert.equal(await storage.read(), before);
      await app.close();
    });
  }

  for (const errorType of FINAL) {
    it(`ends the license: ${errorType}`, async () => {
      const { app, world, open } = await licensed();
      world.answer = problem(400, errorType);
      const state = await app.validate();
      assert(state.status === 'Unlicensed');
      assert.deepEqual(state.ending, { errorType, detail: `${errorType}.` });
      await app.close();
      const again = await open();
      assert.deepEqual(again.state(), state);
      await again.close();
    });
  }

  it('that ends a license does not end one that was stored meanwhile', async () => {
    const { app, world, open } = await licensed();
    const other = await open();
    world.answer = () => new Response(tokenAt(START, { id: 'a-2' }));
    await other.requestLicense({ accessToken: 'x' });
    world.answer = problem(400, 'LicenseExpired');
    const state = await app.validate();
    assert(state.status === 'Active' && state.license.id === 'a-2');
    await Promise.all([app.close(), other.close()]);
  });

  it('happens when it is due, also after a restart, and again later when it fails', async () => {
    const { app, world, open, sleep, work } = await licensed();
    await work(DAY - 60_000);
    assert.deepEqual(world.requests.length, 1);
    await work(10 * 60_000);
    assert.equal(world.requests.length > 1, true);
    assert.match(String(app.state().problem), /cannot be reached/);
    await app.close();
    sleep(DAY);
    world.answer = () => new Response(tokenAt(world.wall));
    const again = await open();
    await settle();
    assert.equal(again.state().problem, undefined);
    const count = world.requests.length;
    await work(DAY / 2);
    assert.equal(world.requests.length, count);
    await again.close();
  });

  it('waits as long as the server asks for', async () => {
    const { app, world, work } = await licensed();
    world.answer = problem(429, 'RateLimited', { 'retry-after': '7200' });
    await work(DAY + 5 * 60_000);
    const count = world.requests.length;
    await work(7_000_000);
    assert.equal(world.requests.length, count);
    await work(1_500_000);
    assert.equal(world.requests.length > count, true);
    await app.close();
  });

  it('does not wait longer than a day, whatever the response requests', async () => {
    const { app, world, work } = await licensed();
    world.answer = problem(503, 'Overloaded', { 'retry-after': '999999999' });
    await work(DAY + 5 * 60_000);
    world.answer = () => new Response(tokenAt(world.wall));
    await work(2 * DAY);
    assert.equal(app.state().problem, undefined);
    await app.close();
  });
});

describe('time', () => {
  it('reminds in the second half of the grace period, then locks, and a validation unlocks', async () => {
    const { app, world, open, sleep } = await licensed();
    await app.close();
    const states = [];
    for (const days of [14, 2, 15, 300]) {
      sleep(days * DAY);
      const again = await open();
      states.push(again.state().status);
      await again.close();
    }
    assert.deepEqual(states, ['Active', 'Overdue', 'Locked', 'Locked']);
    world.answer = () => new Response(tokenAt(world.wall));
    const again = await open();
    await untilLicensed(again);
    assert.equal(again.state().status, 'Active');
    await again.close();
  });

  it('a clock set forward by mistake ends nothing: after a correction, the license is back', async () => {
    const { app, open, sleep } = await licensed();
    await app.close();
    const statuses = [];
    for (const days of [3_650, -3_650, 1]) {
      sleep(days * DAY);
      const again = await open();
      statuses.push(again.state().status);
      await again.close();
    }
    assert.deepEqual(statuses, ['Locked', 'Active', 'Active']);
  });

  it('a constantly wrong clock, or one corrected after the validation, ends nothing', async () => {
    for (const wrong of [-3_650 * DAY, 3_650 * DAY]) {
      const own = device();
      own.sleep(wrong);
      const app = await own.open();
      own.world.answer = () => new Response(tokenAt(START, { exp: START / 1_000 + 10 * 86_400 }));
      assert.equal((await app.requestLicense({ accessToken: 'x' })).status, 'Active');
      own.world.answer = offline;
      await app.close();
      for (const days of [2, -wrong / DAY]) {
        own.sleep(days * DAY);
        const again = await own.open();
        assert.equal(again.state().status, 'Active', `${wrong / DAY} days, then ${days}`);
        await again.close();
      }
    }
  });

  it('a clock that is repeatedly set back extends nothing forever', async () => {
    for (const changes of [{}, { exp: START / 1_000 + 2 * 86_400 }]) {
      const { app, world, open, work } = await licensed(changes);
      await app.close();
      let days = 0;
      let status = 'Active';
      while (status !== 'Locked' && status !== 'Expired' && days < 10) {
        world.wall = START;
        const again = await open({ graceSeconds: 3 * 86_400 });
        await work(DAY);
        status = again.state().status;
        await again.close();
        days += 1;
      }
      assert.equal(days, 'exp' in changes ? 2 : 3);
    }
  });

  it('a server clock that was once ahead locks nothing forever', async () => {
    const year = 365 * DAY;
    for (const ask of ['validate', 'request', 'activate'] as const) {
      const own = await licensed({ validated: (START + year) / 1_000 });
      own.world.wall += 31 * DAY;
      assert.equal((await own.app.reload()).status, 'Locked');
      own.world.answer = (pathname) =>
        new Response(
          pathname.endsWith('/activations/app/request')
            ? '{"request":"https://demo.example.com/poll","browser":"https://demo.example.com/b"}'
            : tokenAt(own.world.wall),
        );
      if (ask === 'validate') await own.app.validate();
      else if (ask === 'request') await own.app.requestLicense({ accessToken: 'x' });
      else await (await own.app.activate()).finished;
      assert.equal(own.app.state().status, 'Active', ask);
      await own.app.close();
    }
  });

  it('responses that are replayed in turn do not restart the grace period', async () => {
    const { app, world, sleep } = await licensed();
    const statuses = [];
    for (const recorded of [-DAY, 0, -DAY]) {
      sleep(11 * DAY);
      world.answer = () => new Response(tokenAt(START + recorded));
      statuses.push((await app.validate()).status);
    }
    assert.deepEqual(statuses, ['Active', 'Overdue', 'Locked']);
    await app.close();
  });

  it('a replayed response does not restart the grace period', async () => {
    const { app, world, work, open, sleep } = await licensed();
    await app.close();
    sleep(31 * DAY);
    world.answer = () => new Response(tokenAt(START));
    const again = await open();
    await work(60_000);
    assert.equal(again.state().status, 'Locked');
    await again.close();
  });
});

it('no sequence of non-final responses, restarts and clocks loses a license', async () => {
  const answers = Object.values(TRANSIENT);
  for (let seed = 1; seed <= 6; seed += 1) {
    const { app: first, ...own } = await licensed();
    let app = first;
    for (let step = 0; step < 12; step += 1) {
      const random = createHash('sha256').update(`${seed}/${step}`).digest();
      own.world.answer = answers[random.readUInt8(0) % answers.length] ?? offline;
      const days = random.readInt8(1);
      if (random.readUInt8(2) % 3 === 0) {
        await app.close();
        own.sleep(days * DAY);
        app = await own.open();
      } else await app.validate().catch((failure: unknown) => assert(failure instanceof Error));
      const state = app.state();
      assert('license' in state, `seed ${seed}, step ${step}: ${state.status}`);
      assert.equal(state.isLicensed, state.status === 'Active' || state.status === 'Overdue');
    }
    own.world.answer = () => new Response(tokenAt(START + 1_000 * DAY));
    assert.equal((await app.validate()).status, 'Active');
    await app.close();
    assert.equal(own.timers(), 0);
  }
});

describe('other requests', () => {
  it('a released seat is forgotten here only when the server has agreed', async () => {
    const { app, world } = await licensed();
    for (const answer of [
      offline,
      problem(503, 'Overloaded'),
      problem(400, 'OfflineToken'),
      problem(400, 'InvalidLicenseToken'),
      text('<!doctype html><title>Sign in</title>'),
    ]) {
      world.answer = answer;
      await assert.rejects(app.release(), Error);
      assert.equal(app.state().status, 'Active');
    }
    world.answer = problem(403, 'LicenseOwnerChanged');
    await assert.rejects(app.release(), Error);
    world.answer = text('');
    assert.equal((await app.release()).status, 'Unlicensed');
    await assert.rejects(app.release(), { code: 'NoLicense' });
    await app.close();
  });

  it('a seat of a license that has another owner now is forgotten', async () => {
    const { app, world } = await licensed();
    world.answer = problem(400, 'LicenseOwnerChanged');
    assert.equal((await app.release()).status, 'Unlicensed');
    await app.close();
  });

  it('a refusal is the problem of the server', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = problem(409, 'NoFreeActivations');
    await assert.rejects(app.requestLicense({ accessToken: 'x' }), (failure) =>
      isProblem(failure, 'NoFreeActivations'),
    );
    own.world.answer = problem(409, 'TrialExpired');
    await assert.rejects(app.startTrial(), (failure) => isProblem(failure, 'TrialExpired'));
    assert.equal(app.state().status, 'Unlicensed');
    await app.close();
  });

  it('a trial never replaces a license', async () => {
    const { app } = await licensed();
    await assert.rejects(app.startTrial(), { code: 'AlreadyLicensed' });
    await app.close();
  });

  it('a license file works without a network, and a wrong one changes nothing', async () => {
    const own = device();
    const app = await own.open();
    for (const [file, expected] of [
      [tokenAt(START, { sig: 'another', method: 'Offline' }), { code: 'NotGenuine', fault: 'OtherDevice' }],
      ['no file', { code: 'NotGenuine', fault: 'Malformed' }],
      [tokenAt(START - 10 * DAY, { exp: START / 1_000 - 86_400, method: 'Offline' }), { code: 'Expired' }],
    ] as const) {
      await assert.rejects(app.importLicenseFile(file), expected);
      assert.equal(app.state().status, 'Unlicensed');
    }
    const license = tokenAt(START, { method: 'Offline' });
    assert.equal((await app.importLicenseFile(license)).status, 'Active');
    own.sleep(1_000 * DAY);
    assert.equal((await app.reload()).status, 'Active');
    await own.work(DAY);
    assert.deepEqual(own.world.requests, []);
    await app.close();
  });

  it('unreadable stored content stays until there is something better', async () => {
    const own = device(memoryStorage('{"version":1,"tok'));
    const app = await own.open();
    assert.deepEqual(app.state(), { status: 'Unusable', isLicensed: false, fault: 'Damaged' });
    await app.reload();
    assert.equal(await own.storage.read(), '{"version":1,"tok');
    own.world.answer = () => new Response(tokenAt(START));
    assert.equal((await app.requestLicense({ accessToken: 'x' })).status, 'Active');
    await app.close();
  });

  it('a storage that fails costs nothing while the application runs', async () => {
    const broken: LicenseStorage = {
      read: async () => undefined,
      update: async () => {
        throw new RangeError('the disk is full');
      },
    };
    const own = device(broken);
    const app = await own.open();
    own.world.answer = () => new Response(tokenAt(START));
    await app.requestLicense({ accessToken: 'x' });
    const { problem: failure } = await app.reload();
    assert.equal(app.state().status, 'Active');
    assert.equal(failure instanceof LicenseError && failure.code, 'StorageFailed');
    await app.close();
  });

  it('listeners hear of each change once, and nothing after they are removed', async () => {
    const { app, world } = await licensed();
    const statuses: string[] = [];
    const leave = app.subscribe(({ status }) => statuses.push(status));
    await app.reload();
    world.answer = text('');
    await app.release();
    leave();
    world.answer = () => new Response(tokenAt(START));
    await app.requestLicense({ accessToken: 'x' });
    assert.deepEqual(statuses, ['Unlicensed']);
    await app.close();
    await assert.rejects(app.validate(), { code: 'Closed' });
  });
});
