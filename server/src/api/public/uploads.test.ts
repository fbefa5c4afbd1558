import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as streamText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { purgeUploads, sweepJob } from '../../modules/releases/index.ts';
import type { ReleaseTables } from '../../modules/releases/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { until } from '../../../test/waiting.ts';
import { BINARY, prepare, putTo, type Upload } from '../../../test/uploads.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp({ LATCHKEY_UPLOAD_LIMIT_MB: '40' });
  merchant = await merchantOf(app);
});
after(() => app.close());

const MEBIBYTE = 1_048_576;
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const bytesOf = (key: string) => app.system.storage.list(`uploads/${key}`);
const show = (key: string) => merchant.call<Upload>('GET', `/api/downloads/${key}`);

test('a file is taken once, by its link alone, and hashed', async () => {
  app.system.clock.hold('it compares the end of the link with the clock');
  const upload = await prepare(merchant);
  assert.equal(upload.status, 'Waiting');
  assert.equal(upload.expiresAt, new Date(app.system.clock.now().getTime() + 3_600_000).toISOString());
  const reply = await putTo(app, upload.url, 'a program');
  assert.deepEqual(reply.json(), { key: upload.key, size: 9, sha256: sha256('a program') });
  const view = await show(upload.key);
  assert.deepEqual([view.status, view.size, view.sha256], ['Complete', 9, sha256('a program')]);
  assert.equal(view.url, undefined);
  const again = await putTo(app, upload.url, 'another program');
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'UploadComplete']);
  assert.equal((await bytesOf(upload.key)).length, 1);
  const both = await prepare(merchant);
  const answers = await Promise.all(['one', 'other'].map((content) => putTo(app, both.url, content)));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]));
  assert.equal((await bytesOf(both.key)).length, 1, 'the second file was removed');
});

test('a link is good for its own upload, account and hour', async () => {
  const [upload, other] = [await prepare(merchant), await prepare(merchant)];
  const swapped = upload.url?.replace(upload.key, other.key);
  assert.equal((await putTo(app, swapped, 'x')).statusCode, 404);
  assert.equal((await putTo(app, upload.url?.replace(/expires=\d/, 'expires=9'), 'x')).statusCode, 404);
  const { pathname, search } = new URL(upload.url ?? '');
  const headers = { 'content-type': BINARY };
  const asPart = `${pathname}/parts/1${search}`;
  assert.equal((await app.inject({ method: 'PUT', url: asPart, headers, payload: 'x' })).statusCode, 404);
  const foreign = await app.injectAs(app.other, {
    method: 'PUT',
    url: pathname + search,
    headers,
    payload: 'x',
  });
  assert.equal(foreign.statusCode, 404);
  const foreigner = await merchantOf(app, app.other);
  assert.equal((await foreigner.send('GET', `/api/downloads/${upload.key}`)).statusCode, 404);
  assert.equal((await foreigner.send('POST', `/api/downloads/${upload.key}/complete`)).statusCode, 404);
  app.system.clock.advance(3_600_000);
  assert.equal((await putTo(app, upload.url, 'x')).statusCode, 404);
  assert.deepEqual(await bytesOf(upload.key), []);
});

test('a file of another type, size or hash than prepared is refused, and nothing of it stays', async () => {
  const upload = await prepare(merchant, `&size=9&sha256=${sha256('a program')}`, 'application/zip');
  const wrong = [
    [415, 'a program', BINARY],
    [400, 'a progra', 'application/zip'],
    [400, 'a program!', 'application/zip'],
    [400, 'a Program', 'application/zip'],
    [400, '', 'application/zip'],
  ] as const;
  for (const [status, content, type] of wrong) {
    const answer = await putTo(app, upload.url, content, type);
    assert.equal(answer.statusCode, status, `${content} ${answer.body}`);
  }
  assert.deepEqual(await bytesOf(upload.key), []);
  assert.equal((await putTo(app, upload.url, 'a program', 'Application/ZIP')).statusCode, 200);
  const open = await prepare(merchant);
  const large = await putTo(app, open.url, Buffer.alloc(40 * MEBIBYTE + 1));
  assert.deepEqual([large.statusCode, large.json().errorType], [413, 'PayloadTooLarge']);
  assert.deepEqual(await bytesOf(open.key), []);
  for (const query of ['contentType=x', 'contentType=a/b&size=0', 'contentType=a/b&multipart=true', ''])
    assert.equal((await merchant.send('POST', `/api/downloads/prepare?${query}`)).statusCode, 400, query);
  const beyond = `contentType=a/b&size=${40 * MEBIBYTE + 1}`;
  assert.equal((await merchant.send('POST', `/api/downloads/prepare?${beyond}`)).statusCode, 400);
});

test('a file in parts can be sent in any order and again, and is whole when all of them are there', async () => {
  const content = Buffer.alloc(16 * MEBIBYTE + 5, 'parts of a file');
  const upload = await prepare(merchant, `&size=${content.length}&multipart=true`);
  assert.deepEqual(
    [upload.partSize, upload.url, upload.parts?.map(({ size }) => size)],
    [16 * MEBIBYTE, undefined, [16 * MEBIBYTE, 5]],
  );
  const [first, last] = upload.parts ?? [];
  const complete = `/api/downloads/${upload.key}/complete`;
  assert.equal((await putTo(app, last?.url, 'other')).statusCode, 200);
  assert.equal((await putTo(app, last?.url, content.subarray(-5))).statusCode, 200, 'the last one counts');
  assert.equal((await putTo(app, first?.url, 'too short')).statusCode, 400);
  const early = await merchant.send('POST', complete);
  assert.deepEqual(
    [early.statusCode, early.json().errorType, early.json().detail],
    [409, 'UploadIncomplete', '1 of the 2 parts of this upload have not arrived yet.'],
  );
  const resumed = await show(upload.key);
  assert.deepEqual(
    resumed.parts?.map(({ isStored, url }) => [isStored, url === undefined]),
    [
      [false, false],
      [true, true],
    ],
  );
  const part = await putTo(app, resumed.parts?.[0]?.url, content.subarray(0, 16 * MEBIBYTE));
  assert.equal(part.statusCode, 200);
  const [one, two] = await Promise.all([merchant.send('POST', complete), merchant.send('POST', complete)]);
  assert.ok([one, two].some(({ statusCode }) => statusCode === 200));
  for (const { statusCode } of [one, two]) assert.ok([200, 409].includes(statusCode), String(statusCode));
  const whole = await merchant.call<Upload>('POST', complete);
  const events = `/api/audit?subject=file/${upload.key}&type=upload.completed`;
  assert.equal((await merchant.call<{ items: unknown[] }>('GET', events)).items.length, 1);
  assert.deepEqual(
    [whole.status, whole.size, whole.sha256, whole.parts],
    ['Complete', content.length, sha256(content), undefined],
  );
  assert.equal((await bytesOf(upload.key)).length, 1, 'the parts are gone');
  assert.equal((await putTo(app, first?.url, content.subarray(0, 16 * MEBIBYTE))).statusCode, 409);
  const unknown = await merchant.send('POST', '/api/downloads/unknown/complete');
  assert.equal(unknown.statusCode, 404);
});

async function portOf(): Promise<number> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

test('a refusal that passes is not stored under an idempotency key', async () => {
  const { key, parts } = await prepare(merchant, '&size=5&multipart=true');
  const complete = () =>
    merchant.send('POST', `/api/downloads/${key}/complete`, undefined, { 'idempotency-key': key });
  const refusal = async () => {
    const { statusCode, json, headers } = await complete();
    return [statusCode, json().errorType, headers['retry-after']];
  };
  const joinUntil = (assembledUntil: Date | null) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<ReleaseTables>()
        .updateTable('uploads')
        .set({ assembledUntil })
        .where('key', '=', key)
        .execute(),
    );
  assert.deepEqual(await refusal(), [409, 'UploadIncomplete', '2']);
  assert.equal((await putTo(app, parts?.[0]?.url, 'bytes')).statusCode, 200);
  await joinUntil(new Date(app.system.clock.now().getTime() + 1_000));
  assert.deepEqual(await refusal(), [409, 'UploadBusy', '2']);
  await joinUntil(null);
  const [first, again] = [await complete(), await complete()];
  assert.deepEqual([first.statusCode, first.json().status], [200, 'Complete'], first.body);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  assert.deepEqual([again.headers['idempotency-replayed'], again.body], ['true', first.body]);
});

test('a connection that breaks leaves nothing, and the file can be sent again', async () => {
  const upload = await prepare(merchant);
  const port = await portOf();
  const { pathname, search } = new URL(upload.url ?? '');
  const client = connect({ host: '127.0.0.1', port });
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`;
  client.write(`${head}content-length: 1000000\r\n\r\nthe first bytes`);
  const [accepted] = await once(app.app.server, 'request');
  const closed = new Promise((resolve) => accepted.once('close', resolve));
  client.destroy();
  await closed;
  const again = await until('the end of the first request', async () => {
    const reply = await putTo(app, upload.url, 'a program');
    return reply.statusCode !== 409 && reply;
  });
  assert.equal(again.statusCode, 200);
  assert.equal((await bytesOf(upload.key)).length, 1);
  const other = await prepare(merchant, '&size=9');
  const { pathname: path, search: query } = new URL(other.url ?? '');
  const sender = connect({ host: '127.0.0.1', port });
  sender.write(`PUT ${path}${query} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`);
  sender.write(`content-length: 1000000\r\n\r\n${'x'.repeat(1_000)}`);
  const answer = await streamText(sender);
  assert.match(
    answer,
    /^HTTP\/1\.1 400 .*must have 9 bytes/s,
    'what is refused is answered before it has arrived',
  );
});

test('a file is read no faster than it is stored: the server holds a few megabytes of it at most', async () => {
  const { storage } = app.system;
  const upload = await prepare(merchant);
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  let [total, most] = [0, 0];
  const sender = connect({ host: '127.0.0.1', port: address.port });
  const original = storage.put;
  const slowly: typeof original = (key, content) =>
    original(
      key,
      (async function* () {
        assert.ok(!(content instanceof Uint8Array));
        let size = 0;
        for await (const chunk of content) {
          // The client sends as fast as possible while the disk is busy.
          for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          size += chunk instanceof Uint8Array ? chunk.length : 0;
          most = Math.max(most, sender.bytesWritten - sender.writableLength - size);
          yield chunk;
        }
        total = size;
      })(),
    );
  Object.assign(storage, { put: slowly });
  try {
    const { pathname, search } = new URL(upload.url ?? '');
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`;
    sender.write(`${head}connection: close\r\ncontent-length: ${32 * MEBIBYTE}\r\n\r\n`);
    const chunk = Buffer.alloc(MEBIBYTE / 4);
    for (let count = 0; count < 128; count += 1) if (!sender.write(chunk)) await once(sender, 'drain');
    assert.match(await streamText(sender), /^HTTP\/1\.1 200/);
  } finally {
    Object.assign(storage, { put: original });
  }
  assert.equal(total, 32 * MEBIBYTE);
  // Includes the buffers of the two sockets in the kernel.
  assert.ok(most < 16 * MEBIBYTE, `${most} bytes were on their way`);
});

test('of two that send the file of a link at once, the second is refused and writes nothing', async () => {
  const { key, url } = await prepare(merchant);
  const { pathname, search } = new URL(url ?? '');
  const sender = connect({ host: '127.0.0.1', port: await portOf() });
  sender.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`,
  );
  sender.write('content-length: 9\r\nconnection: close\r\n\r\na pro');
  const isHeld = async () => {
    const rows = await app.system.database.reader
      .tables<ReleaseTables>()
      .selectFrom('uploads')
      .select('assembledUntil')
      .where('key', '=', key)
      .execute();
    return rows.some(({ assembledUntil }) => assembledUntil !== null);
  };
  await until('the first request', isHeld);
  const second = await putTo(app, url, 'another program');
  assert.deepEqual(
    [second.statusCode, second.json().errorType, second.headers['retry-after']],
    [409, 'UploadBusy', '2'],
  );
  sender.write('gram');
  assert.match(await streamText(sender), /^HTTP\/1\.1 200 /);
  assert.equal((await show(key)).sha256, sha256('a program'));
  assert.equal(await isHeld(), false);
});

for (const isPart of [false, true])
  test(`a writer that hangs (${isPart ? 'a part' : 'a file'}) blocks the next one for 15 minutes, and not for ever`, async () => {
    const { key, url, parts } = await prepare(merchant, isPart ? '&size=5&multipart=true' : '');
    const target = (isPart ? parts?.[0]?.url : url) ?? '';
    const { pathname, search } = new URL(target);
    const hung = connect({ host: '127.0.0.1', port: await portOf() });
    hung.on('error', () => undefined);
    hung.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`,
    );
    hung.write('content-length: 5\r\nconnection: close\r\n\r\nhu');
    const send = async () => (await putTo(app, target, 'other')).statusCode;
    const holds = () => app.system.database.reader.tables<ReleaseTables>();
    await until('the first request', async () => {
      const files = await holds()
        .selectFrom('uploads')
        .select('assembledUntil')
        .where('key', '=', key)
        .execute();
      const pieces = await holds()
        .selectFrom('uploadPartHolds')
        .select('key')
        .where('key', '=', key)
        .execute();
      return pieces.length > 0 || files.some(({ assembledUntil }) => assembledUntil !== null);
    });
    app.system.clock.advance(890_000);
    assert.equal(await send(), 409);
    app.system.clock.advance(20_000);
    assert.equal(await send(), 200);
    hung.destroy();
  });

test('of two that send the same part at once, the second is refused; other parts come meanwhile', async () => {
  const size = 16 * MEBIBYTE + 5;
  const { key, parts } = await prepare(merchant, `&size=${size}&multipart=true`);
  const { pathname, search } = new URL(parts?.[1]?.url ?? '');
  const sender = connect({ host: '127.0.0.1', port: await portOf() });
  sender.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: demo.latchkey.test\r\ncontent-type: ${BINARY}\r\n`,
  );
  sender.write('content-length: 5\r\nconnection: close\r\n\r\nfi');
  const holds = () =>
    app.system.database.reader
      .tables<ReleaseTables>()
      .selectFrom('uploadPartHolds')
      .select('number')
      .where('key', '=', key)
      .execute();
  await until('the first request', async () => (await holds()).length === 1);
  const second = await putTo(app, parts?.[1]?.url, 'other');
  assert.deepEqual(
    [second.statusCode, second.json().errorType, second.headers['retry-after']],
    [409, 'UploadBusy', '2'],
  );
  assert.equal((await putTo(app, parts?.[0]?.url, Buffer.alloc(16 * MEBIBYTE))).statusCode, 200);
  sender.write('rst');
  assert.match(await streamText(sender), /^HTTP\/1\.1 200 /);
  assert.deepEqual(await holds(), []);
  assert.equal((await putTo(app, parts?.[1]?.url, 'again')).statusCode, 200);
});

test('a link that is not valid is refused before the file has arrived, and the connection ends', async () => {
  const sender = connect({ host: '127.0.0.1', port: await portOf() });
  const head = 'host: demo.latchkey.test\r\ncontent-type: application/octet-stream\r\n';
  sender.write(
    `PUT /api/uploads/any?expires=9&signature=x HTTP/1.1\r\n${head}content-length: 1000000\r\n\r\nfirst`,
  );
  assert.match(await streamText(sender), /^HTTP\/1\.1 404 .*\r\nconnection: close/is);
});

test('the remains of an upload are removed some hours after its end, and its file stays', async () => {
  const content = Buffer.alloc(16 * MEBIBYTE + 5);
  const parted = await prepare(merchant, `&size=${content.length}&multipart=true`);
  await putTo(app, parted.parts?.[1]?.url, content.subarray(-5));
  const whole = await prepare(merchant);
  await putTo(app, whole.url, 'a program');
  await app.system.storage.put(`uploads/${whole.key}/part-00001`, Buffer.from('sent late'));
  const purge = async () => {
    const purged = await purgeUploads(app.system);
    const worker = startJobWorker(app.system, { [sweepJob.kind]: sweepJob.handler(app.system) });
    await worker.drain();
    await worker.stop();
    return purged;
  };
  app.system.clock.advance(6 * 3_600_000);
  await purge();
  assert.deepEqual([(await bytesOf(parted.key)).length, (await bytesOf(whole.key)).length], [1, 2]);
  app.system.clock.advance(3_600_001);
  await purge();
  assert.deepEqual([(await bytesOf(parted.key)).length, (await bytesOf(whole.key)).length], [1, 1]);
  app.system.clock.advance(24 * 3_600_000);
  await purge();
  assert.deepEqual(await bytesOf(parted.key), []);
  assert.equal((await merchant.send('GET', `/api/downloads/${parted.key}`)).statusCode, 404);
});
