import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../kernel/clock.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { access } from '../route/app.ts';
import { createServer } from './server.ts';
import { SILENCE_MS } from './slow-readers.ts';

const CHUNK = 256 * 1024;
/** More than the buffers of a connection hold: if a client has read this much, the server has sent more. */
const FAR = 16 * 1024 * 1024;

/** Requests an answer of so many chunks, and reads as the test wants; the clock moves only when the test says so. */
async function answering(
  { mock }: TestContext,
  chunks: number,
  read: (client: Socket, answer: Readable) => Promise<void>,
) {
  mock.timers.enable({ apis: ['setInterval'] });
  const config = readConfig({ LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone' });
  const app = await createServer(config, createLog('silent'), systemClock);
  let rest = chunks;
  const answer = new Readable({
    read() {
      rest -= 1;
      this.push(rest < 0 ? null : Buffer.alloc(CHUNK));
    },
  });
  app.get('/', { config: { access: access.public(), isOffAccount: true } }, (_request, reply) =>
    reply.send(answer),
  );
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

test('the connection of a client that reads nothing of an endless answer is ended', async (t) => {
  await answering(t, Number.POSITIVE_INFINITY, async (_client, answer) => {
    let isEnded = false;
    answer.once('close', () => {
      isEnded = true;
    });
    for (let turn = 0; !isEnded; turn += 1) {
      assert.ok(turn < 100_000, 'the connection stays');
      t.mock.timers.tick(SILENCE_MS);
      await turnOfEventLoop();
    }
    assert.equal(answer.destroyed, true);
  });
});

test('a client that reads all the time gets the whole answer, however long it takes', async (t) => {
  const chunks = (4 * FAR) / CHUNK;
  await answering(t, chunks, async (client) => {
    let bytes = 0;
    let sinceTick = 0;
    for await (const piece of client) {
      const { length } = Buffer.from(piece);
      bytes += length;
      sinceTick += length;
      if (sinceTick < FAR) continue;
      t.mock.timers.tick(SILENCE_MS);
      sinceTick = 0;
    }
    assert.ok(bytes > chunks * CHUNK, `${bytes} bytes`);
  });
});

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
