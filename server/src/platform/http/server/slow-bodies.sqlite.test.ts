import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerRouteConfig, type App } from '../route/app.ts';
import { registerSlowBodies } from './slow-bodies.ts';

const LONG_MS = 600_000;

/** Runs a server with an ordinary route and one for uploads, and returns a function that starts a request. */
async function withServer(
  limits: { readonly bodyMs: number; readonly silenceMs: number },
  work: (begin: (path: string) => Promise<Socket>) => Promise<void>,
): Promise<void> {
  const app: App = fastify();
  registerRouteConfig(app);
  registerSlowBodies(app, limits);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/ordinary', async ({ body }) => body);
  app.post('/upload', { config: { isUpload: true } }, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const begin = async (path: string): Promise<Socket> => {
    const arrival = once(app.server, 'request');
    const socket = connect({ host: '127.0.0.1', port: address.port });
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: text/plain\r\n`);
    socket.write('content-length: 5\r\n\r\nfi');
    await arrival;
    return socket;
  };
  try {
    await work(begin);
  } finally {
    await app.close();
  }
}

test('a body that does not arrive in time ends its connection, and an upload has longer', () =>
  withServer({ bodyMs: 1, silenceMs: LONG_MS }, async (begin) => {
    const upload = await begin('/upload');
    assert.match(await text(await begin('/ordinary')), /^HTTP\/1\.1 408 .*RequestTimeout/s);
    upload.write('rst');
    assert.match(await text(upload), /^HTTP\/1\.1 200 .*first$/s);
  }));

test('a stalled upload ends its connection, and ordinary requests have another limit', () =>
  withServer({ bodyMs: LONG_MS, silenceMs: 1 }, async (begin) => {
    const ordinary = await begin('/ordinary');
    assert.match(await text(await begin('/upload')), /^HTTP\/1\.1 408 .*RequestTimeout/s);
    ordinary.write('rst');
    assert.match(await text(ordinary), /^HTTP\/1\.1 200 .*first$/s);
  }));
