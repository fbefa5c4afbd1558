import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { createLog } from '../../log.ts';
import { closeGracefully, registerGracefulClose } from './graceful-close.ts';

test('from the moment a server stops, its answers close their connections, and no request is dropped', async () => {
  const app = fastify({ return503OnClosing: false }).withTypeProvider<TypeBoxTypeProvider>();
  const [began, release, stopping] = [signal(), signal(), signal()];
  app.addHook('preClose', async () => stopping.resolve());
  registerGracefulClose(app, 0);
  app.get('/', async () => 'done');
  app.get('/slow', async () => {
    began.resolve();
    await release.promise;
    return 'done';
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string): Promise<(string | number | undefined)[]> => {
    const [response]: IncomingMessage[] = await once(get(`${url}${path}`, { agent }), 'response');
    response?.resume();
    return [response?.statusCode, response?.headers.connection];
  };
  try {
    assert.deepEqual(await ask('/'), [200, 'keep-alive']);
    const slow = ask('/slow');
    await began.promise;
    const stopped = closeGracefully(app, 60, createLog('silent'));
    await stopping.promise;
    assert.deepEqual(await ask('/'), [200, 'close'], 'a request that comes while the server stops');
    release.resolve();
    assert.deepEqual(await slow, [200, 'close'], 'a request that was under way');
    await stopped;
  } finally {
    release.resolve();
    agent.destroy();
    await app.close();
  }
});

test('while it drains, it serves new connections, too', async () => {
  const app = fastify({ return503OnClosing: false }).withTypeProvider<TypeBoxTypeProvider>();
  const stopping = signal();
  app.addHook('preClose', async () => stopping.resolve());
  registerGracefulClose(app, 2);
  app.get('/', async () => 'done');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const stopped = closeGracefully(app, 60, createLog('silent'));
  await stopping.promise;
  assert.equal(await (await fetch(url)).text(), 'done');
  await stopped;
  await assert.rejects(fetch(url));
});

function signal() {
  return Promise.withResolvers<void>();
}
