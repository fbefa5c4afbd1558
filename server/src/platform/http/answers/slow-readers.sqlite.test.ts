import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { endSlowReader } from './slow-readers.ts';

test('the connection of a client that reads nothing of an endless answer is ended', async () => {
  const app = fastify();
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(256 * 1024));
    },
  });
  app.get('/', (_request, reply) => {
    endSlowReader(reply, 20);
    return reply.send(endless);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const [address] = app.addresses();
  assert.ok(typeof address === 'object');
  const client = connect({ host: '127.0.0.1', port: address.port });
  try {
    client.pause();
    const closing = once(endless, 'close');
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await closing;
    assert.equal(endless.destroyed, true);
  } finally {
    client.destroy();
    await app.close();
  }
});
