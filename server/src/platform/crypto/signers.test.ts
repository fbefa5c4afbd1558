import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { test } from 'node:test';
import { signAway, type SigningMethod, untilSignersHaveRoom } from './signers.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const one = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function method({ privateKey }: Pair): SigningMethod {
  return { key: privateKey, digest: 'sha256', dsaEncoding: 'ieee-p1363' };
}

function isSigned(input: string, signature: string, { publicKey }: Pair): boolean {
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
  return verify('sha256', Buffer.from(input), key, Buffer.from(signature, 'base64url'));
}

/** More than all workers are given at once, with keys that change from one to the next in places. */
const MANY = Array.from({ length: 500 }, (_, index) => ({
  input: `text ${index} ä`,
  pair: index % 7 < 4 ? one : other,
}));

test('each text gets its own signature, with its own key, however many are asked for at once', async () => {
  const signatures = await Promise.all(MANY.map(({ input, pair }) => signAway(input, method(pair))));
  for (const [index, { input, pair }] of MANY.entries()) {
    assert.ok(isSigned(input, signatures[index] ?? '', pair), input);
  }
});

test('a key that cannot sign fails what was asked of it, and nothing else', async () => {
  const broken = { ...method(one), digest: 'no such digest' };
  const asked = ['a', 'b', 'c', 'd'].map((input, index) =>
    signAway(input, index % 2 === 0 ? method(other) : broken),
  );
  const answers = await Promise.allSettled(asked);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  );
  const [, refused] = answers;
  assert.match(String(refused?.status === 'rejected' && refused.reason), /digest/i);
});

test('there is room again once no more than a batch for each worker is open', async () => {
  await untilSignersHaveRoom();
  let signed = 0;
  let open = 0;
  const all = MANY.map(async ({ input }) => {
    open += 1;
    await signAway(input, method(one));
    open -= 1;
    signed += 1;
  });
  await untilSignersHaveRoom();
  assert.ok(signed > 0, 'it was waited for');
  assert.ok(open > 0, 'the workers still have something to do');
  assert.ok(open < MANY.length / 2, `${open} of ${MANY.length} are open`);
  await Promise.all(all);
  assert.equal(signed, MANY.length);
});

test('a process that has signed ends by itself', () => {
  const signers = JSON.stringify(fileURLToPath(new URL('signers.ts', import.meta.url)));
  const script = `
    const { signAway } = await import(${signers});
    const { generateKeyPairSync } = await import('node:crypto');
    const { privateKey: key } = generateKeyPairSync('ed25519');
    console.log((await signAway('text', { key, digest: null, dsaEncoding: 'der' })).length);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.deepEqual([status, stdout.trim()], [0, '86']);
});
