import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startScript } from '../../test/script-process.ts';
import { fileStorage } from './node/file-storage.ts';
import { type SafeStorage, safeStorageOver } from './node/safe-storage.ts';
import { type LicenseStorage, memoryStorage, webStorage } from './storage.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-storage-'));
});
after(() => rm(folder, { recursive: true }));

let files = 0;
const newFile = (): string => path.join(folder, `new-${(files += 1)}`, 'license');

function localStorageOf(map = new Map<string, string>()) {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

/** A cipher that anybody can break. */
const keychain = (isAvailable = true): SafeStorage => ({
  isEncryptionAvailable: () => isAvailable,
  encryptString: (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 1)),
  decryptString: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)).toString(),
});

const STORAGES: Record<string, () => LicenseStorage> = {
  memory: () => memoryStorage(),
  web: () => webStorage(localStorageOf(), 'license'),
  file: () => fileStorage(newFile()),
  encrypted: () => safeStorageOver(memoryStorage(), keychain()),
  'encrypted without a keychain': () => safeStorageOver(memoryStorage(), keychain(false)),
};

describe('every storage', () => {
  for (const [name, create] of Object.entries(STORAGES)) {
    it(`${name}: holds a text until it is replaced or removed`, async () => {
      const storage = create();
      assert.equal(await storage.read(), undefined);
      await storage.update((text) => `${text}, Zoë`);
      assert.equal(await storage.read(), 'undefined, Zoë');
      await storage.update((text) => text);
      assert.equal(await storage.read(), 'undefined, Zoë');
      await storage.update(() => undefined);
      assert.equal(await storage.read(), undefined);
      await storage.update(() => undefined);
    });
  }

  it('file: contains all of many concurrent updates', async () => {
    const [one, other] = [newFile()].flatMap((file) => [fileStorage(file), fileStorage(file)]);
    assert(one !== undefined && other !== undefined);
    const adding = (storage: LicenseStorage) => storage.update((text) => String(Number(text ?? 0) + 1));
    await Promise.all(Array.from({ length: 20 }, (_, index) => adding(index % 2 === 0 ? one : other)));
    assert.equal(await one.read(), '20');
  });
});

describe('a file', () => {
  it('can be read by its user alone, and nothing else stays in its folder', async () => {
    const file = newFile();
    await fileStorage(file).update(() => 'text');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
    assert.deepEqual(await readdir(path.dirname(file)), ['license']);
  });

  it('is not held up by the lock of a process that has ended, or by what it left half written', async () => {
    const file = newFile();
    const storage = fileStorage(file);
    await storage.update(() => 'old');
    const writer = await startScript('storage-writer.ts', file);
    // It is killed in the middle of an update, while it holds the lock.
    await writer.end();
    assert((await readdir(path.dirname(file))).includes('license.lock'));
    for (const end of ['', '.lock', '.lock.claim', '.lock.claim.claim'])
      await writeFile(`${file}${end}.${randomUUID()}.tmp`, 'half');
    const other = `${path.basename(file)}.pro.${randomUUID()}.tmp`;
    await writeFile(path.join(path.dirname(file), other), 'of another file');
    assert.equal(await storage.read(), 'old');
    await storage.update((text) => `${text} and new`);
    assert.equal(await readFile(file, 'utf8'), 'old and new');
    assert.deepEqual(await readdir(path.dirname(file)), ['license', other]);
  });

  it('raises the errors of the file system, and releases the lock', async () => {
    const file = newFile();
    const storage = fileStorage(file);
    await assert.rejects(
      storage.update(() => {
        throw new RangeError('no');
      }),
      RangeError,
    );
    await storage.update(() => 'text');
    await rm(file);
    const inTheWay = path.join(folder, 'file');
    await writeFile(inTheWay, '');
    await assert.rejects(
      fileStorage(path.join(inTheWay, 'license')).update(() => 'text'),
      /EEXIST|ENOTDIR/,
    );
    await chmod(inTheWay, 0o600);
  });
});

describe('a keychain', () => {
  it('hides the text from readers of the storage', async () => {
    const inner = memoryStorage();
    await safeStorageOver(inner, keychain()).update(() => 'token');
    assert.doesNotMatch((await inner.read()) ?? '', /token/);
  });

  it('that was reset raises its error, and the text stays', async () => {
    const inner = memoryStorage();
    await safeStorageOver(inner, keychain()).update(() => 'token');
    const before = await inner.read();
    const broken = safeStorageOver(inner, {
      ...keychain(),
      decryptString: () => {
        throw new Error('the keychain is another one');
      },
    });
    await assert.rejects(broken.read(), /keychain/);
    await assert.rejects(
      broken.update(() => 'other'),
      /keychain/,
    );
    assert.equal(await inner.read(), before);
  });

  it('takes over what was kept before there was one', async () => {
    const inner = memoryStorage('token');
    const storage = safeStorageOver(inner, keychain());
    assert.equal(await storage.read(), 'token');
    await storage.update((text) => `${text}2`);
    assert.doesNotMatch((await inner.read()) ?? '', /token/);
    assert.equal(await storage.read(), 'token2');
  });
});
