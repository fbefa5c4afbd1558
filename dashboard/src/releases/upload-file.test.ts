import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetUploads, uploadFile, type UploadTools } from './upload-file.ts';

const FILE = new File(['abcdefghij'], 'synth.dmg', { lastModified: 1 });

/** A server that takes parts of four bytes, and loses the connection at one of them once. */
function serverThatBreaksAt(broken: number) {
  const parts = new Map<number, string>();
  const notes = new Map<string, string>();
  let [isBroken, prepared, completed] = [false, 0, 0];
  const upload = (): Awaited<ReturnType<UploadTools['prepare']>> => ({
    key: 'key',
    status: completed > 0 ? 'Complete' : 'Waiting',
    contentType: 'application/octet-stream',
    expiresAt: '2030-01-01T00:00:00Z',
    partSize: 4,
    parts: [4, 4, 2].map((size, index) => ({
      number: index + 1,
      size,
      isStored: parts.has(index + 1),
      url: String(index + 1),
    })),
  });
  const tools: UploadTools = {
    prepare: async () => {
      prepared += 1;
      return upload();
    },
    find: async () => upload(),
    complete: async () => {
      completed += 1;
      return upload();
    },
    put: async (url, bytes, { onProgress }) => {
      if (Number(url) === broken && !isBroken) {
        isBroken = true;
        throw new Error('broken');
      }
      onProgress(bytes.size);
      parts.set(Number(url), await bytes.text());
    },
    storage: {
      read: (key) => notes.get(key),
      write: (key, text) => {
        if (text === undefined) notes.delete(key);
        else notes.set(key, text);
      },
    },
  };
  return { tools, parts, notes, counts: () => ({ prepared, completed }) };
}

test('a file goes on where it was interrupted, sends no part twice, and is not sent again until it is in a release', async () => {
  const server = serverThatBreaksAt(2);
  const reports: number[] = [];
  const options = {
    signal: new AbortController().signal,
    onProgress: (bytes: number) => reports.push(bytes),
  };
  await assert.rejects(uploadFile(FILE, options, server.tools), /broken/);
  assert.deepEqual([...server.parts.values()], ['abcd']);
  reports.length = 0;
  assert.equal(await uploadFile(FILE, options, server.tools), 'key');
  assert.deepEqual([...server.parts.values()], ['abcd', 'efgh', 'ij']);
  assert.deepEqual(server.counts(), { prepared: 1, completed: 1 });
  assert.deepEqual(reports, [8, 8, 10, 10]);
  assert.equal(await uploadFile(FILE, options, server.tools), 'key');
  assert.deepEqual(server.counts(), { prepared: 1, completed: 1 });
  forgetUploads([FILE], server.tools);
  assert.equal(server.notes.size, 0);
});

test('a file that somebody stopped sends nothing more', async () => {
  const server = serverThatBreaksAt(9);
  const stop = new AbortController();
  const options = {
    signal: stop.signal,
    onProgress: () => {
      stop.abort();
    },
  };
  await assert.rejects(uploadFile(FILE, options, server.tools), { name: 'AbortError' });
  assert.deepEqual([...server.parts.keys()], [1]);
});
