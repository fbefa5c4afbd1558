import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStorage } from './storage.ts';
import { turnsOf } from './tabs.ts';

describe('turns', () => {
  it('follow each other for one key of one storage, and nobody else waits', async () => {
    const storage = memoryStorage();
    const [gate, hasBegun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    const first = turnsOf(
      storage,
      'cart',
    )(async () => {
      hasBegun.resolve();
      await gate.promise;
      order.push('first');
    });
    await hasBegun.promise;
    const second = turnsOf(storage, 'cart')(async () => order.push('second'));
    await turnsOf(memoryStorage(), 'cart')(async () => order.push('visitor'));
    await turnsOf(storage, 'session')(async () => order.push('session'));
    gate.resolve();
    await Promise.all([first, second]);
    assert.deepEqual(order, ['visitor', 'session', 'first', 'second']);
  });

  it('are those of all tabs on a page, by the key alone', async (t) => {
    Object.assign(globalThis, { window: new EventTarget() });
    t.after(() => Reflect.deleteProperty(globalThis, 'window'));
    const locking = t.mock.method(navigator.locks, 'request');
    await turnsOf(memoryStorage(), 'latchkey.cart')(async () => undefined);
    assert.deepEqual(locking.mock.calls[0]?.arguments[0], 'latchkey.cart');
  });

  it('answer what the work answers, and raise its errors once', async () => {
    const alone = turnsOf(memoryStorage(), 'cart');
    assert.equal(await alone(async () => 7), 7);
    let runs = 0;
    const failing = alone(async () => {
      runs += 1;
      throw new RangeError('no');
    });
    await assert.rejects(failing, RangeError);
    assert.equal(runs, 1);
  });
});
