import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, START, device, licensed, tokenAt } from '../../test/device-world.ts';
import { recordOf } from './record.ts';
import { type LicenseStorage, memoryStorage } from './storage.ts';

/** A storage whose reads or writes can be made to fail. */
function fragile(text?: string) {
  const inner = memoryStorage(text);
  let failing: 'nothing' | 'reads' | 'writes' = 'nothing';
  const storage: LicenseStorage = {
    read: inner.read,
    update: async (change) => {
      if (failing === 'reads') throw new RangeError('the keychain is locked');
      if (failing === 'writes') {
        change(await inner.read());
        throw new RangeError('the disk is full');
      }
      return inner.update(change);
    },
  };
  const token = async () => recordOf(await inner.read())?.token;
  return { storage, inner, token, fail: (what: typeof failing) => void (failing = what) };
}

/** A device whose license is stored, and whose storage is not read yet. */
async function fragileDevice(text: string, failing: 'reads' | 'writes' = 'reads') {
  const disk = fragile(text);
  disk.fail(failing);
  const own = device(disk.storage);
  return { ...own, ...disk, app: await own.open() };
}

describe('a storage that fails for a while', () => {
  it('is not an empty one: the license in it is back when it can be read', async () => {
    const text = tokenAt(START);
    const { app, fail, token } = await fragileDevice(text);
    assert.match(String(app.state().problem), /could not read or store/);
    await app.reload();
    assert.equal(await token(), text);
    fail('nothing');
    const state = await app.reload();
    assert.deepEqual([state.status, state.problem], ['Active', undefined]);
    assert.equal(await token(), text);
    await app.close();
    assert.equal(await token(), text);
  });

  it('gets the changes of the meantime, when it works again', async () => {
    for (const failing of ['reads', 'writes'] as const) {
      const { app, fail, token, world } = await fragileDevice(tokenAt(START), failing);
      const purchase = tokenAt(START + DAY, { id: 'a-2' });
      world.answer = () => new Response(purchase);
      const state = await app.requestLicense({ accessToken: 'x' });
      assert.equal(state.status === 'Active' && state.license.id, 'a-2');
      assert.equal(await token(), tokenAt(START), failing);
      fail('nothing');
      await app.reload();
      assert.equal(await token(), purchase, failing);
      await app.close();
    }
  });

  it('keeps the newer license that another process has stored meanwhile', async () => {
    for (const [name, newer] of [
      ['a validation', tokenAt(START + 2 * DAY)],
      ['another license', tokenAt(START + 2 * DAY, { id: 'a-2' })],
    ] as const) {
      const { app, fail, inner, token, world } = await fragileDevice(tokenAt(START), 'writes');
      world.answer = () => new Response(tokenAt(START + DAY));
      await app.validate();
      await app.requestLicense({ accessToken: 'x' });
      await inner.update(() => newer);
      fail('nothing');
      await app.reload();
      assert.equal(await token(), newer, name);
      await app.close();
    }
  });

  it('keeps a license for which this process has started a trial without seeing it', async () => {
    const text = tokenAt(START);
    const { app, fail, token, world } = await fragileDevice(text);
    world.answer = () => new Response(tokenAt(START + DAY, { id: 't-1', trial: true }));
    await app.startTrial();
    fail('nothing');
    const state = await app.reload();
    assert.equal(state.status === 'Active' && state.license.id, 'a-1');
    assert.equal(await token(), text);
    await app.close();
  });
});

describe('a trial', () => {
  const trial = () => new Response(tokenAt(START, { id: 't-1', trial: true }));

  it('does not replace a license that is locked or cannot be verified now', async () => {
    const { app, open, storage, sleep, world } = await licensed({ exp: START / 1_000 + 60 * 86_400 });
    await app.close();
    world.answer = trial;
    for (const [days, status] of [
      [40, 'Locked'],
      [40, 'Expired'],
    ] as const) {
      sleep(days * DAY);
      const again = await open();
      assert.equal(again.state().status, status);
      await assert.rejects(again.startTrial(), { code: 'AlreadyLicensed' });
      await again.close();
    }
    await storage.update(() => tokenAt(START).replace(/.{8}$/, 'AAAAAAAA'));
    const again = await open();
    assert.equal(again.state().status, 'Unusable');
    await assert.rejects(again.startTrial(), { code: 'AlreadyLicensed' });
    await again.forget();
    assert.equal((await again.startTrial()).status, 'Active');
    await again.close();
  });

  it('does not replace a license that another process stores during the request', async () => {
    const own = device();
    const app = await own.open();
    own.world.answer = () => {
      void own.storage.update(() => tokenAt(START));
      return trial();
    };
    await assert.rejects(app.startTrial(), { code: 'AlreadyLicensed' });
    const state = app.state();
    assert.equal(state.status === 'Active' && state.license.id, 'a-1');
    await app.close();
  });

  it('continues when it is started again, also by another process', async () => {
    const own = device();
    const app = await own.open();
    const other = await own.open();
    own.world.answer = trial;
    await app.startTrial();
    assert.equal((await app.startTrial()).status, 'Active');
    assert.equal((await other.startTrial()).status, 'Active');
    await Promise.all([app.close(), other.close()]);
  });
});
