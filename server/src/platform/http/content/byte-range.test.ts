import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as holds, integer, property, string, tuple } from 'fast-check';
import { requestedRange } from './byte-range.ts';

test('a part of a file is understood as RFC 9110 has it', () => {
  const examples: [header: string | undefined, expected: ReturnType<typeof requestedRange>][] = [
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'Unsatisfiable'],
    ['bytes=-0', 'Unsatisfiable'],
    ['bytes=9-8', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['lines=0-9', undefined],
    [undefined, undefined],
  ];
  for (const [header, expected] of examples)
    assert.deepEqual(requestedRange(header, 100), expected, String(header));
  assert.equal(requestedRange('bytes=0-', 0), 'Unsatisfiable');
  assert.equal(requestedRange('bytes=-5', 0), 'Unsatisfiable');
});

test('for any request, the returned range is within the file', () => {
  const file = tuple(
    integer({ min: 0, max: 1_000 }),
    integer({ min: 0, max: 1_200 }),
    string({ maxLength: 6 }),
  );
  holds(
    property(file, ([size, start, rest]) => {
      const range = requestedRange(`bytes=${start}-${rest}`, size);
      if (range === undefined || range === 'Unsatisfiable') return;
      const end = range.end ?? Number.NaN;
      assert.ok(range.start >= 0 && range.start <= end && end < size);
    }),
  );
});
