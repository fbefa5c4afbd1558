import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerSlowReaders } from './slow-readers.ts';

const CHUNK = 256 * 1024;

/** Requests an answer of so many chunks, and reads as the test wants. */
async function answering(chunks: number, read: (client: Socket, answer: Readable) => Promise<void>) {
  const app = fastify();
  registerSlowReaders(app, 50);
  let rest = chunks;
  const answer = new Readable({
    read() {
      rest -= 1;
      this.push(rest < 0 ? null : Buffer.alloc(CHUNK));
    },
  });
  app.get('/', (_request, reply) => reply.send(answer));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = app.addresses();
  assert.ok(typeof address === 'object');
  const client = connect({ host: '127.0.0.1', port: address.port });
  try {
    client.pause();
    client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await read(client, answer);
  } finally {
    client.destroy();
    await app.close();
  }
}

test('the connection of a client that reads nothing of an endless answer is ended', async () => {
  await answering(Number.POSITIVE_INFINITY, async (_client, answer) => {
    await once(answer, 'close');
    assert.equal(answer.destroyed, true);
  });
});

test('a client that reads all the time gets the whole answer, however long it takes', async () => {
  await answering(120, async (client) => {
    let bytes = 0;
    let pieces = 0;
    for await (const piece of client) {
      bytes += Buffer.from(piece).length;
      pieces += 1;
      // Every turn of the event loop gives the timer of the server its chance.
      if (pieces % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.ok(bytes > 120 * CHUNK, `${bytes} bytes`);
  });
});
