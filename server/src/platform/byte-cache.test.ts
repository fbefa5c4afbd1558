import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byteCache } from './byte-cache.ts';

test('never holds more bytes than it may, and always what was put last', () => {
  const operations = fc.array(
    fc.tuple(
      fc.constantFrom('set', 'get', 'delete'),
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.nat({ max: 12 }),
    ),
  );
  fc.assert(
    fc.property(operations, (steps) => {
      const cache = byteCache<{ sizeBytes: number }>(10);
      for (const [step, key, sizeBytes] of steps) {
        if (step === 'delete') cache.delete(key);
        else if (step === 'get') cache.get(key);
        else {
          const value = { sizeBytes };
          cache.set(key, value);
          assert.equal(cache.get(key), sizeBytes > 10 ? undefined : value);
        }
        const held = ['a', 'b', 'c', 'd'].map((name) => cache.get(name)?.sizeBytes ?? 0);
        assert.equal(
          cache.sizeBytes,
          held.reduce((sum, size) => sum + size, 0),
        );
        assert.ok(cache.sizeBytes <= 10);
      }
    }),
  );
});

test('the value that was asked for longest ago goes first', () => {
  const cache = byteCache<{ sizeBytes: number }>(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, { sizeBytes: 1 });
  cache.get('a');
  cache.set('d', { sizeBytes: 1 });
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
});
