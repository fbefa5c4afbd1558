import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsIn } from './stream-events.ts';

const PAID = JSON.stringify({
  type: 'order.paid',
  subject: { type: 'order', id: 'o1', sequence: 2 },
  actor: { type: 'Operator', id: 'ann' },
});
const JOB = JSON.stringify({
  type: 'license.expired',
  subject: { type: 'license', id: 'l1' },
  actor: { type: 'Job' },
});
const TEXT = `: events\n\nid: 7\nevent: order.paid\ndata: ${PAID}\n\n: nothing new\n\nid: 8\nevent: license.expired\ndata: ${JOB}\n\nid: 9\n`;

function streamOf(pieces: readonly string[]): ReadableStream<string> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function read(pieces: readonly string[]) {
  const events = [];
  for await (const event of eventsIn(streamOf(pieces))) events.push(event);
  return events;
}

test('events are read however the stream is cut, without one that is not complete', async () => {
  const events = [
    { id: '7', type: 'order.paid', subject: { type: 'order', id: 'o1' }, actorId: 'ann' },
    { id: '8', type: 'license.expired', subject: { type: 'license', id: 'l1' }, actorId: undefined },
  ];
  assert.deepEqual(await read([TEXT]), events);
  assert.deepEqual(await read(TEXT.split('')), events);
});
