import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { startS3Server, type S3Server } from '../../../test/s3-server.ts';
import { readConfig } from '../config.ts';
import { openS3Storage } from './s3-storage.ts';
import { RangeUnsatisfiable, type Storage } from './storage.ts';

let server: S3Server;
let storage: Storage;
before(async () => {
  server = await startS3Server();
  storage = open();
});
after(async () => {
  storage.close();
  await server.close();
});

function open(changes: Record<string, string> = {}): Storage {
  const { s3 } = readConfig({ ...server.environment, ...changes });
  assert.ok(s3);
  return openS3Storage(s3);
}

async function contentOf(key: string): Promise<string | undefined> {
  const opened = await storage.read(key);
  return opened && (await buffer(opened.stream)).toString();
}

function linksOf({ links }: Storage) {
  assert.ok(links);
  return links;
}

test('a stored object is the one that was sent, with its size and hashes, and is replaced as a whole', async () => {
  const result = await storage.put('a/b', Buffer.from('content'));
  assert.deepEqual(result, {
    size: 7,
    sha256: createHash('sha256').update('content').digest('hex'),
    sha1: createHash('sha1').update('content').digest('hex'),
    sha512: createHash('sha512').update('content').digest('hex'),
  });
  assert.deepEqual([await contentOf('a/b'), await storage.stat('a/b')], ['content', { size: 7 }]);
  await storage.put('a/b', Buffer.from('other'));
  assert.equal(await contentOf('a/b'), 'other');
  await storage.delete('a/b');
  await storage.delete('a/b');
  assert.deepEqual([await contentOf('a/b'), await storage.stat('a/b')], [undefined, undefined]);
});

test('a stream of unknown length arrives in parts; one that breaks off leaves nothing', async () => {
  const chunk = Buffer.alloc(1_048_576, 7);
  async function* many(): AsyncGenerator<Buffer> {
    for (let index = 0; index < 9; index += 1) yield chunk;
  }
  const result = await storage.put('large', many());
  assert.equal(result.size, 9 * chunk.length);
  assert.deepEqual(await storage.stat('large'), { size: result.size });
  async function* broken(): AsyncGenerator<Buffer> {
    yield chunk;
    throw new Error('broke off');
  }
  await assert.rejects(storage.put('broken', broken()), /broke off/);
  assert.equal(await storage.stat('broken'), undefined);
});

test('parts are read, and those that are not there are refused with the size', async () => {
  await storage.put('ranged', Buffer.from('0123456789'));
  const part = await storage.read('ranged', { start: 8 });
  assert.ok(part);
  assert.deepEqual([part.size, part.length, (await buffer(part.stream)).toString()], [10, 2, '89']);
  for (const range of [{ start: 10 }, { start: 5, end: 4 }, { start: -1 }]) {
    await assert.rejects(
      storage.read('ranged', range),
      (error) => error instanceof RangeUnsatisfiable && error.size === 10,
    );
  }
  assert.equal(await storage.read('absent', { start: 1 }), undefined);
});

test('a folder lists its own files, and parts are joined in their order', async () => {
  await storage.put('joined/part-2', Buffer.from('world'));
  await storage.put('joined/part-1', Buffer.from('hello '));
  await storage.put('joined-not/part-1', Buffer.from('x'));
  assert.deepEqual(await storage.list('joined'), [
    { key: 'joined/part-1', size: 6 },
    { key: 'joined/part-2', size: 5 },
  ]);
  const result = await storage.compose('joined/whole', ['joined/part-1', 'joined/part-2']);
  assert.deepEqual(
    [result.size, result.sha256, await contentOf('joined/whole')],
    [11, createHash('sha256').update('hello world').digest('hex'), 'hello world'],
  );
  await assert.rejects(storage.compose('joined/other', ['joined/part-1', 'joined/absent']));
  assert.equal(await storage.stat('joined/other'), undefined);
});

test('a signed link takes the file that it was made for, and no other', async () => {
  const url = await linksOf(storage).put('linked', {
    contentType: 'application/zip',
    size: 4,
    lifetimeSeconds: 60,
  });
  const send = (address: string, type: string, body: string) =>
    fetch(address, { method: 'PUT', headers: { 'content-type': type }, body });
  assert.equal((await send(url, 'text/html', 'data')).status, 403);
  assert.equal((await send(url, 'application/zip', 'longer')).status, 403);
  assert.equal((await send(url.replace('/linked?', '/elsewhere?'), 'application/zip', 'data')).status, 403);
  assert.equal(await storage.stat('linked'), undefined);
  assert.equal((await send(url, 'application/zip', 'data')).status, 200);
  assert.equal(await contentOf('linked'), 'data');
});

test('a signed link sends the file as an attachment, and parts of it', async () => {
  await storage.put('sent', Buffer.from('0123456789'));
  const disposition = 'attachment; filename="App.zip"';
  const url = await linksOf(storage).get('sent', { disposition, lifetimeSeconds: 60 });
  const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
  assert.deepEqual(
    [answer.status, await answer.text(), answer.headers.get('content-disposition')],
    [206, '234', disposition],
  );
  assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
  const stolen = await fetch(url.replace('/sent?', '/ranged?'));
  assert.equal(stolen.status, 403);
  await stolen.text();
});

test('a bucket that cannot be used is a failure, and no absent file', async () => {
  for (const changes of [{ S3_SECRET_ACCESS_KEY: 'wrong' }, { S3_BUCKET: 'absent' }]) {
    const wrong = open(changes);
    await assert.rejects(wrong.put('a', Buffer.from('x')));
    wrong.close();
  }
  await assert.rejects(storage.put('../a', Buffer.from('x')), RangeError);
});

test('a folder with more objects than a service lists at once is listed to its end', async () => {
  const tokens: (string | null)[] = [];
  const pages = createHttpServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://s3.test').searchParams.get('continuation-token');
    tokens.push(token);
    const [first, next] = token === null ? [1, 'more'] : [1_001, undefined];
    const objects = Array.from({ length: next === undefined ? 1 : 1_000 }, (_, index) => {
      const key = `parts/part-${String(first + index).padStart(5, '0')}`;
      return `<Contents><Key>${key}</Key><Size>${first + index}</Size></Contents>`;
    });
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${objects.join('')}</ListBucketResult>`,
    );
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const address = pages.address();
  assert.ok(typeof address === 'object' && address !== null);
  const paged = open({ S3_ENDPOINT: `http://127.0.0.1:${address.port}` });
  const entries = await paged.list('parts');
  assert.deepEqual(tokens, [null, 'more']);
  assert.deepEqual([entries.length, entries.at(-1)], [1_001, { key: 'parts/part-01001', size: 1_001 }]);
  paged.close();
  pages.close();
  await once(pages, 'close');
});

test('a service that accepts and never responds is a failure after a while, and holds nobody forever', async () => {
  const stalled = createServer((socket) => socket.on('error', () => undefined).resume());
  stalled.listen(0, '127.0.0.1');
  await once(stalled, 'listening');
  const address = stalled.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { s3 } = readConfig({ ...server.environment, S3_ENDPOINT: `http://127.0.0.1:${address.port}` });
  assert.ok(s3);
  const silent = openS3Storage(s3, { connectMs: 1_000, silenceMs: 20, copyMs: 20 });
  const calls = [
    silent.list('a'),
    silent.delete('a'),
    silent.stat('a'),
    silent.put('a', Buffer.from('x')),
    silent.compose('b', ['a']),
  ];
  for (const outcome of await Promise.allSettled(calls))
    assert.equal(outcome.status === 'rejected' && outcome.reason.name, 'TimeoutError');
  silent.close();
  stalled.close();
  await once(stalled, 'close');
});
