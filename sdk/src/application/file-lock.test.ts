import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import fs, { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type ScriptProcess, startScript } from '../../test/script-process.ts';
import { type FileLock, takeOver, withFileLock } from './node/file-lock.ts';
import { fileStorage } from './node/file-storage.ts';

const ROUNDS = 15;
const SEEDS = 12;

let root: string;
/** The id of a process that has ended. */
let deadPid: number;
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'latchkey-lock-'));
  deadPid = spawnSync('true').pid;
});
after(() => rm(root, { recursive: true }));

let locks = 0;
const deadToken = (): string => `${deadPid} ${(locks += 1)} ${hostname()}`;

async function newFolder() {
  const folder = await mkdtemp(path.join(root, 'new-'));
  return { folder, file: path.join(folder, 'license'), lock: path.join(folder, 'license.lock') };
}

describe('a lock whose process has ended', () => {
  it('stays with the process that took it over, whoever else has found out before', async () => {
    const { folder, lock } = await newFolder();
    const dead = deadToken();
    await writeFile(lock, dead);
    const [first, late] = ['first', 'late'].map((name) => `${process.pid} ${name} ${hostname()}`);
    assert(first !== undefined && late !== undefined);
    assert.equal(await takeOver(lock, first, dead), true);
    assert.equal(await takeOver(lock, late, dead), false);
    assert.equal(await readFile(lock, 'utf8'), first);
    assert.deepEqual(await readdir(folder), ['license.lock']);
  });

  it('is never held by two, in any order of reads and writes', async (context) => {
    const { folder, lock } = await newFolder();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      await writeFile(lock, deadToken());
      const restore = inStrangeOrder(context, seed);
      let inside = 0;
      const work = async ({ isHeld }: FileLock): Promise<void> => {
        inside += 1;
        assert.equal(await isHeld(), true, `seed ${seed}`);
        assert.equal(inside, 1, `seed ${seed}`);
        inside -= 1;
      };
      try {
        await Promise.all([1, 2, 3].map(() => withFileLock(lock, work)));
      } finally {
        restore();
      }
      assert.deepEqual(await readdir(folder), [], `seed ${seed}`);
    }
  });

  it('is taken over even if others have ended while they took it over', async () => {
    const { folder, lock } = await newFolder();
    for (const name of [lock, `${lock}.claim`, `${lock}.claim.claim`]) await writeFile(name, deadToken());
    assert.equal(await withFileLock(lock, async ({ wasTakenOver }) => wasTakenOver), true);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is never held by two processes at the same time', async () => {
    const { folder, file, lock } = await newFolder();
    const contenders = await Promise.all([contenderOf(file), contenderOf(file)]);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await writeFile(lock, deadToken());
        await Promise.all(contenders.map((contender) => answerOf(contender, round)));
      }
    } finally {
      await Promise.all(contenders.map((contender) => contender.end()));
    }
    assert.equal(await readFile(file, 'utf8'), String(2 * ROUNDS));
    assert.deepEqual(await readdir(folder), ['license']);
  });
});

it('a holder that lost the lock meanwhile changes what the others have written, not the earlier content', async () => {
  for (const outcome of ['mine', undefined]) {
    const { file, folder, lock } = await newFolder();
    const storage = fileStorage(file);
    await storage.update(() => 'old');
    const texts = new Array<string | undefined>();
    await storage.update((text) => {
      if (texts.length === 0) {
        writeFileSync(file, 'newer');
        rmSync(lock);
      }
      texts.push(text);
      return outcome;
    });
    assert.deepEqual(texts, ['old', 'newer']);
    assert.equal(await storage.read(), outcome);
    assert.deepEqual(await readdir(folder), outcome === undefined ? [] : ['license']);
  }
});

it('a holder that loses the lock and the draft before the last step starts again', async (context) => {
  const { file, folder, lock } = await newFolder();
  const rename = fs.rename;
  let isFirst = true;
  const { mock } = context.mock.method(fs, 'rename', async (from: string, to: string) => {
    if (to === file && isFirst) {
      isFirst = false;
      rmSync(from);
      rmSync(lock);
      writeFileSync(file, 'newer');
    }
    return rename(from, to);
  });
  syncBuiltinESMExports();
  try {
    await fileStorage(file).update((text) => `${text ?? 'none'}, mine`);
    assert.equal(await readFile(file, 'utf8'), 'newer, mine');
    assert.deepEqual(await readdir(folder), ['license']);
  } finally {
    mock.restore();
    syncBuiltinESMExports();
  }
});

it('a file system without links has locks, too', async (context) => {
  const { folder, file } = await newFolder();
  const { mock } = context.mock.method(fs, 'link', async () => {
    throw Object.assign(new Error('There are no links here.'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  try {
    const storages = [fileStorage(file), fileStorage(file)];
    await Promise.all(storages.map((each) => each.update((text) => `${text ?? ''}.`)));
    assert.equal(await readFile(file, 'utf8'), '..');
    assert.deepEqual(await readdir(folder), ['license']);
    assert(mock.callCount() >= 4);
  } finally {
    mock.restore();
    syncBuiltinESMExports();
  }
});

/**
 * From now on, functions that read and write files wait for a random time, determined by the seed. Returns a function
 * that ends this.
 */
function inStrangeOrder(context: TestContext, seed: number): () => void {
  let calls = 0;
  const wait = async (): Promise<void> => {
    const turns = createHash('sha256')
      .update(`${seed}/${(calls += 1)}`)
      .digest()
      .readUInt8();
    for (let turn = 0; turn < turns % 64; turn += 1)
      await new Promise((resolve) => void setImmediate(resolve));
  };
  const names = ['readFile', 'writeFile', 'link', 'rename', 'rm'] as const;
  const mocks = names.map((name) => {
    const original: unknown = fs[name];
    assert(typeof original === 'function');
    return context.mock.method(fs, name, async (...parameters: unknown[]) => {
      await wait();
      const result: unknown = await Reflect.apply(original, fs, parameters);
      return result;
    });
  });
  syncBuiltinESMExports();
  return () => {
    for (const { mock } of mocks) mock.restore();
    syncBuiltinESMExports();
  };
}

/** A process that changes the file on request. */
function contenderOf(file: string): Promise<ScriptProcess> {
  return startScript('storage-contender.ts', file);
}

async function answerOf(contender: ScriptProcess, round: number): Promise<void> {
  const answer = contender.message();
  contender.send(round);
  assert.equal(await answer, round);
}
