import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Device, deviceFileOf, deviceSignature, installationFacts } from './device.ts';
import { memoryStorage } from './storage.ts';

interface DeviceVectors {
  readonly signatures: readonly {
    readonly accountId: string;
    readonly facts: Readonly<Record<string, string>>;
    readonly signature: string;
  }[];
  readonly refused: readonly Readonly<Record<string, string>>[];
  readonly files: readonly { readonly device: Device; readonly productId: string; readonly text: string }[];
}

const vectors: DeviceVectors = JSON.parse(
  readFileSync(new URL('../../../docs/vectors/devices.json', import.meta.url), 'utf8'),
);

describe('the vectors of devices', () => {
  it('have the signatures that their facts lead to', async () => {
    for (const { accountId, facts, signature } of vectors.signatures)
      assert.equal(await deviceSignature(accountId, facts), signature, JSON.stringify(facts));
  });

  it('refuse facts that could be mistaken for others, and none at all', async () => {
    for (const facts of vectors.refused) await assert.rejects(deviceSignature('demo', facts), TypeError);
  });

  it('have the device files', () => {
    for (const { device, productId, text } of vectors.files)
      assert.equal(deviceFileOf(device, productId), text);
  });
});

it('an installation keeps its id as long as its storage', async () => {
  const storage = memoryStorage();
  const first = await installationFacts(storage);
  assert.match(first['installation'] ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(await installationFacts(storage), first);
  assert.notDeepEqual(await installationFacts(memoryStorage()), first);
});

it('an installation whose file was emptied or spoiled gets an id that works', async () => {
  for (const text of ['', ' \n', 'one\ntwo']) {
    const storage = memoryStorage(text);
    const facts = await installationFacts(storage);
    assert.match(await deviceSignature('demo', facts), /^[\w-]{43}$/);
    assert.deepEqual(await installationFacts(storage), facts);
  }
});
