import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followEvents, StreamRefused } from './follow-events.ts';

const messageOf = (id: number) =>
  `id: ${id}\ndata: ${JSON.stringify({ type: 'order.paid', subject: { type: 'order', id: `o${id}` } })}\n\n`;

function streamOf(pieces: readonly string[]): ReadableStream<string> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

/** Follows streams, one after the other, until they are used up; says where each began, the ids and the pauses. */
async function follow(streams: readonly (() => ReadableStream<string>)[]) {
  const ending = new AbortController();
  const starts: (string | undefined)[] = [];
  const ids: string[] = [];
  const pauses: number[] = [];
  await followEvents({
    signal: ending.signal,
    open: async (after) => {
      const next = streams[starts.length];
      starts.push(after);
      if (next !== undefined) return next();
      ending.abort();
      return streamOf([]);
    },
    onEvent: ({ subject }) => ids.push(subject.id),
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  return { starts, ids, pauses };
}

const failing = () => {
  throw new TypeError('network');
};

test('a stream that ends or fails is opened again after its last event', async () => {
  const { starts, ids } = await follow([
    () => streamOf([messageOf(1), messageOf(2)]),
    failing,
    () => streamOf([messageOf(3)]),
  ]);
  assert.deepEqual(ids, ['o1', 'o2', 'o3']);
  assert.deepEqual(starts, [undefined, '2', '2', '3']);
});

test('the pauses grow to a minute, and begin again with an event', async () => {
  const { pauses } = await follow([
    ...Array.from({ length: 9 }, () => failing),
    () => streamOf([messageOf(1)]),
  ]);
  assert.ok((pauses[0] ?? 0) <= 1_000);
  assert.ok((pauses[8] ?? 0) >= 30_000 && (pauses[8] ?? 0) <= 60_000);
  assert.ok((pauses[9] ?? 0) <= 1_000);
});

test('a refusal is final', async () => {
  const { starts } = await follow([
    () => {
      throw new StreamRefused();
    },
  ]);
  assert.deepEqual(starts, [undefined]);
});
