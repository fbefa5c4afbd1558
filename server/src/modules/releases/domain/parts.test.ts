import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partBytesFor, partSizes } from './parts.ts';

test('the parts of a file are all of it, of one size but for the last, and at most ten thousand', () => {
  const size = fc.integer({ min: 1, max: 160 * 2 ** 30 });
  fc.assert(
    fc.property(size, (sizeBytes) => {
      const partBytes = partBytesFor(sizeBytes);
      const parts = partSizes({ sizeBytes, partBytes });
      assert.equal(
        parts.reduce((sum, part) => sum + part.size, 0),
        sizeBytes,
      );
      assert.ok(parts.length <= 10_000 && partBytes >= 16 * 2 ** 20);
      assert.ok(parts.slice(0, -1).every((part) => part.size === partBytes));
      assert.ok((parts.at(-1)?.size ?? 0) > 0);
      assert.deepEqual([parts[0]?.number, parts.at(-1)?.number], [1, parts.length]);
    }),
    { numRuns: 50 },
  );
});
