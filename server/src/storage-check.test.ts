import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testContext } from '../test/context.ts';
import { openTestSystem } from '../test/harness.ts';
import { createAccount } from './modules/accounts/index.ts';
import { addFile } from './modules/releases/index.ts';
import { ConfigError } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import type { System } from './platform/system.ts';
import { checkStorage } from './storage-check.ts';

test('a bucket without the files that are on the disk prevents the start, and files that are lost are a warning', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const { system, close } = await openTestSystem({}, log);
  try {
    const s3 = {
      bucket: 'other-tool',
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: undefined,
      secretAccessKey: undefined,
      usesPathStyle: false,
    };
    const emptyBucket: System = {
      ...system,
      config: { ...system.config, s3 },
      storage: { ...system.storage, stat: async () => undefined },
    };
    await checkStorage(emptyBucket);
    const account = await createAccount(system, { id: 'demo', name: 'Demo', isDefault: true });
    const { storageKey } = await addFile(testContext(system, account), Buffer.from('a program'));
    await checkStorage(system);
    assert.deepEqual(lines, [], 'nothing is wrong');
    await assert.rejects(
      checkStorage(emptyBucket),
      (error) => error instanceof ConfigError && /S3_BUCKET is other-tool/.test(error.message),
    );
    const stat = () => Promise.reject(new Error('away'));
    await checkStorage({ ...emptyBucket, storage: { ...system.storage, stat } });
    await system.storage.delete(storageKey);
    await checkStorage(emptyBucket);
    await checkStorage(system);
    const wordings = [/does not respond/, /missing from the bucket other-tool/, /1 of the 1 newest files/];
    assert.equal(lines.length, wordings.length);
    for (const [index, wording] of wordings.entries()) assert.match(lines[index] ?? '', wording);
  } finally {
    await close();
  }
});
