import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { openDiskStorage } from './disk-storage.ts';
import { RangeUnsatisfiable, type Storage } from './storage.ts';
import { examples } from '../../../test/length.ts';

let parent: string;
let folder: string;
let storage: Storage;
let count = 0;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'storage-'));
});
beforeEach(async () => {
  count += 1;
  folder = join(parent, `folder-${count}`);
  storage = await openDiskStorage(folder);
});
after(() => rm(parent, { recursive: true }));

async function contentOf(key: string): Promise<string | undefined> {
  const opened = await storage.read(key);
  return opened === undefined ? undefined : (await buffer(opened.stream)).toString();
}

function leftovers(): Promise<string[]> {
  return readdir(join(folder, '.incoming'));
}

async function* breaksOff(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
  await Promise.resolve();
  throw new Error('the connection broke');
}

test('a stored file is read back unchanged, in any chunks', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const whole = Buffer.concat(parts);
      const hash = (algorithm: string) => createHash(algorithm).update(whole).digest('hex');
      const expected = {
        size: whole.length,
        sha1: hash('sha1'),
        sha256: hash('sha256'),
        sha512: hash('sha512'),
      };
      assert.deepEqual(await storage.put('a/streamed', Readable.from(parts, { objectMode: true })), expected);
      assert.deepEqual(await storage.put('a/whole', whole), expected);
      for (const key of ['a/streamed', 'a/whole']) {
        const opened = await storage.read(key);
        assert.ok(opened !== undefined);
        assert.deepEqual([opened.size, opened.length], [whole.length, whole.length]);
        assert.ok((await buffer(opened.stream)).equals(whole));
        assert.deepEqual(await storage.stat(key), { size: whole.length });
      }
    }),
    examples(30),
  );
  assert.deepEqual(await leftovers(), []);
});

test('a file of many megabytes passes through in chunks', async () => {
  const chunk = Buffer.alloc(1 << 20, 'x');
  const file = await storage.put('large', Readable.from(Array.from({ length: 24 }, () => chunk)));
  assert.equal(file.size, 24 << 20);
  const opened = await storage.read('large', { start: (24 << 20) - 3 });
  assert.ok(opened !== undefined);
  assert.equal((await buffer(opened.stream)).toString(), 'xxx');
});

test('there is nothing under a key that was never put, nor under a folder, nor below a file', async () => {
  await storage.put('a/b', Buffer.from('x'));
  for (const key of ['c', 'a', 'a/c', 'a/b/c']) {
    assert.equal(await storage.read(key), undefined, key);
    assert.equal(await storage.stat(key), undefined, key);
    await storage.delete(key);
  }
  assert.equal(await contentOf('a/b'), 'x');
});

test('any part of a file can be read, both ends included', async () => {
  const text = 'abcdefghij';
  await storage.put('a', Buffer.from(text));
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 9 }),
      fc.option(fc.nat({ max: 20 }), { nil: undefined }),
      async (start, more) => {
        const end = more === undefined ? undefined : start + more;
        const opened = await storage.read('a', { start, ...(end !== undefined && { end }) });
        assert.ok(opened !== undefined);
        const expected = text.slice(start, end === undefined ? undefined : end + 1);
        assert.equal((await buffer(opened.stream)).toString(), expected);
        assert.deepEqual([opened.size, opened.length], [10, expected.length]);
      },
    ),
    examples(50),
  );
});

test('a range without a byte of the file is refused, and the size is returned', async () => {
  await storage.put('a', Buffer.from('abc'));
  await storage.put('empty', Buffer.alloc(0));
  for (const range of [
    { start: 3 },
    { start: 2, end: 1 },
    { start: -1 },
    { start: 0.5 },
    { start: 0, end: NaN },
  ]) {
    await assert.rejects(
      storage.read('a', range),
      (error) => error instanceof RangeUnsatisfiable && error.size === 3,
    );
  }
  await assert.rejects(storage.read('empty', { start: 0 }), RangeUnsatisfiable);
  assert.equal(await contentOf('empty'), '');
});

test('a file is replaced as a whole, and who reads the old one reads it to its end', async () => {
  const old = 'old '.repeat(100_000);
  await storage.put('a', Buffer.from(old));
  const opened = await storage.read('a');
  assert.ok(opened !== undefined);
  await storage.put('a', Buffer.from('new'));
  assert.equal(await contentOf('a'), 'new');
  await storage.delete('a');
  assert.equal((await buffer(opened.stream)).toString(), old);
});

test('content that breaks off leaves what was there before, and nothing else', async () => {
  await storage.put('a', Buffer.from('old'));
  await assert.rejects(storage.put('a', breaksOff('half of the new')), /connection broke/);
  await assert.rejects(storage.put('b', Readable.from(breaksOff('half'))), /connection broke/);
  assert.equal(await contentOf('a'), 'old');
  assert.equal(await storage.stat('b'), undefined);
  assert.deepEqual(await leftovers(), []);
});

test('a stream that fails before it is read rejects, and does not end the process', async () => {
  const closed = Readable.from([Buffer.from('x')]);
  closed.destroy(new Error('closed by the client'));
  await assert.rejects(storage.put('a', closed), /closed by the client/);
  const dropped = Readable.from([Buffer.from('x')]);
  dropped.destroy();
  await assert.rejects(storage.put('a', dropped), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  assert.equal(await storage.stat('a'), undefined);
});

test('a stream that could not be kept is left open, so that its request can be answered', async () => {
  const stream = Readable.from(['text', 'more text']);
  await assert.rejects(storage.put('a', stream), TypeError);
  assert.equal(stream.destroyed, false);
  stream.destroy();
});

test('content that comes as text is refused, because its bytes would be a guess', async () => {
  await assert.rejects(storage.put('a', Readable.from(['text'])), TypeError);
  assert.equal(await storage.stat('a'), undefined);
  assert.deepEqual(await leftovers(), []);
});

test('a file that is still being written is not visible', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  async function* slow(): AsyncGenerator<Buffer> {
    yield Buffer.from('first ');
    started();
    await finished;
    yield Buffer.from('second');
  }
  const writing = storage.put('a', slow());
  await isStarted;
  assert.equal((await leftovers()).length, 1);
  assert.equal(await storage.stat('a'), undefined);
  finish();
  await writing;
  assert.equal(await contentOf('a'), 'first second');
});

test('of many writers of one key one wins as a whole', async () => {
  const contents = Array.from({ length: 12 }, (_, index) => String(index).repeat(50_000));
  await Promise.all(contents.map((content) => storage.put('deep/folders/a', Buffer.from(content))));
  assert.ok(contents.includes((await contentOf('deep/folders/a')) ?? ''));
  assert.deepEqual(await leftovers(), []);
});

test('a deleted file is gone, and deleting it again is fine', async () => {
  await storage.put('a/b', Buffer.from('x'));
  await storage.delete('a/b');
  assert.equal(await storage.stat('a/b'), undefined);
  await storage.delete('a/b');
});

test('a folder lists its own files, parts are joined in their order, and an empty folder goes', async () => {
  await storage.put('joined/part-2', Buffer.from('world'));
  await storage.put('joined/part-1', Buffer.from('hello '));
  await storage.put('joined-not/part-1', Buffer.from('x'));
  assert.deepEqual(await storage.list('joined'), [
    { key: 'joined/part-1', size: 6 },
    { key: 'joined/part-2', size: 5 },
  ]);
  const result = await storage.compose('joined/whole', ['joined/part-1', 'joined/part-2']);
  const sha256 = createHash('sha256').update('hello world').digest('hex');
  assert.deepEqual([result.size, result.sha256], [11, sha256]);
  assert.equal(await contentOf('joined/whole'), 'hello world');
  await assert.rejects(storage.compose('joined/other', ['joined/part-1', 'joined/absent']));
  assert.deepEqual([await storage.stat('joined/other'), await leftovers()], [undefined, []]);
  await storage.put('deep/joined/a', Buffer.from('x'));
  await storage.delete('deep/joined/a');
  assert.deepEqual([await storage.list('deep'), await readdir(join(folder, 'deep'))], [[], []]);
  assert.deepEqual(await storage.list('nothing/at/all'), []);
});

test('a key that leads out of the folder touches nothing', async () => {
  const outside = join(parent, 'outside');
  await writeFile(outside, 'untouched');
  for (const key of ['../outside', '/../outside', 'a/../../outside', outside, '.incoming/a', '']) {
    await assert.rejects(storage.put(key, Buffer.from('x')), RangeError, key);
    await assert.rejects(storage.read(key), RangeError, key);
    await assert.rejects(storage.stat(key), RangeError, key);
    await assert.rejects(storage.delete(key), RangeError, key);
  }
  assert.equal(await readFile(outside, 'utf8'), 'untouched');
  assert.deepEqual(await readdir(folder), ['.incoming']);
});

test('files are still there when the folder is opened again, by this process or another', async () => {
  await storage.put('a', Buffer.from('x'));
  const again = await openDiskStorage(folder);
  assert.deepEqual(await again.stat('a'), { size: 1 });
});

test('stored files can be read by the owner of the service alone', async () => {
  await storage.put('a/b', Buffer.from('x'));
  assert.equal((await stat(join(folder, 'a/b'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(folder, 'a'))).mode & 0o777, 0o700);
});

test('remains of interrupted writers are removed, and nothing that is newer or finished', async () => {
  await storage.put('a', Buffer.from('x'));
  const abandoned = join(folder, '.incoming', 'abandoned');
  await writeFile(abandoned, 'half');
  await utimes(abandoned, new Date('2020-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z'));
  await writeFile(join(folder, '.incoming', 'recent'), 'half');
  assert.equal(await storage.removeAbandoned(new Date('2020-01-01T00:00:00Z')), 0);
  assert.equal(await storage.removeAbandoned(new Date('2021-01-01T00:00:00Z')), 1);
  assert.deepEqual(await leftovers(), ['recent']);
  assert.equal(await contentOf('a'), 'x');
});

test('a failure of the disk is reported rather than taken for an absent file', async () => {
  await mkdir(join(folder, 'taken', 'x'), { recursive: true });
  await assert.rejects(storage.put('taken', Buffer.from('x')));
  assert.deepEqual(await leftovers(), []);
});
