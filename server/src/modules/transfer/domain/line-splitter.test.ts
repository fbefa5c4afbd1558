import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLineSplitter, type TextLine } from './line-splitter.ts';

function split(chunks: readonly Uint8Array[], maxBytes?: number): TextLine[] {
  const splitter = createLineSplitter(maxBytes);
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  return [...lines, ...[splitter.finish() ?? []].flat()];
}

test('lines are the same however the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'ü', '𝄞', '\n', '\r\n', '{}', ''), { maxLength: 40 }),
      fc.array(fc.nat(12), { maxLength: 20 }),
      (texts, lengths) => {
        const bytes = Buffer.from(texts.join(''));
        const chunks: Uint8Array[] = [];
        let from = 0;
        for (const length of lengths) {
          chunks.push(bytes.subarray(from, from + length));
          from += length;
        }
        chunks.push(bytes.subarray(from));
        const expected = texts
          .join('')
          .split('\n')
          .map((text, index) => ({ line: index + 1, text: text.trim() }))
          .filter(({ text }) => text !== '');
        assert.deepEqual(split(chunks), expected);
      },
    ),
  );
});

test('a line that is too long, or no UTF-8, is named, and the lines around it are read', () => {
  const bytes = Buffer.concat([
    Buffer.from('\uFEFF{"a":1}\r\n'),
    Buffer.from('x'.repeat(13)),
    Buffer.from('\n\n'),
    Buffer.from([0x22, 0xff, 0x22, 10]),
    Buffer.from('last'),
  ]);
  for (const size of [1, 4, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    assert.deepEqual(split(chunks, 12), [
      { line: 1, text: '{"a":1}' },
      { line: 2, issue: 'must have at most 12 bytes' },
      { line: 4, issue: 'must be UTF-8' },
      { line: 5, text: 'last' },
    ]);
  }
});

test('no chunk is retained, however small the pieces of a line are', () => {
  const line = 'x'.repeat(1_000);
  const splitter = createLineSplitter();
  const chunk = Buffer.alloc(1);
  for (const byte of Buffer.from(line)) {
    chunk[0] = byte;
    assert.deepEqual([...splitter.push(chunk)], []);
  }
  chunk.fill(0);
  assert.deepEqual(splitter.finish(), { line: 1, text: line });

  const bytes = Buffer.from('a\nrest');
  assert.deepEqual([...splitter.push(bytes)], [{ line: 2, text: 'a' }]);
  bytes.fill(0);
  assert.deepEqual(splitter.finish(), { line: 3, text: 'rest' });
});
