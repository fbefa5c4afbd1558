import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { readFile } from './read-file.ts';

const HEADERS = {
  'content-type': 'text/csv',
  'content-disposition': 'attachment; filename="orders-2026-11-28.csv"',
};

/** The answer of a server that sends these texts, and then ends, breaks off or waits. */
function sending(texts: readonly string[], end: 'close' | 'break' | 'wait' = 'close'): Response {
  const rest = [...texts];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const text = rest.shift();
      if (text !== undefined) controller.enqueue(new TextEncoder().encode(text));
      else if (end === 'close') controller.close();
      else if (end === 'break') controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: HEADERS });
}

function read(open: () => Promise<Response>, signal = new AbortController().signal) {
  const progress: number[] = [];
  const file = readFile('/api/export/orders', { signal, open, onProgress: (bytes) => progress.push(bytes) });
  return { file, progress };
}

test('a file is whole, with its name, and says how much of it has arrived', async () => {
  const large = 'x'.repeat(5 * 1024 * 1024);
  const { file, progress } = read(async () => sending(['id\r\n', large, 'end']));
  const { name, content } = await file;
  assert.equal(name, 'orders-2026-11-28.csv');
  assert.equal(await content.text(), `id\r\n${large}end`);
  assert.deepEqual(progress, [4, 4 + large.length, 7 + large.length]);
});

test('a file that breaks off is no file, nor is one that is refused', async () => {
  await assert.rejects(read(async () => sending(['id\r\n'], 'break')).file, ConnectionLost);
  await assert.rejects(read(() => Promise.reject(new TypeError('offline'))).file, ConnectionLost);
  const refusal = () => Promise.resolve(Response.json({ title: 'Forbidden' }, { status: 403 }));
  await assert.rejects(read(refusal).file, (failure) => failure instanceof Refusal && failure.status === 403);
});

test('whoever cancels it gets no file and no failure of the connection', async () => {
  const controller = new AbortController();
  const broken = async () => {
    controller.abort();
    throw new TypeError('aborted');
  };
  await assert.rejects(read(broken, controller.signal).file, { name: 'AbortError' });
});
