import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../test/waiting.ts';
import { signAway, Signers, type SigningMethod, untilSignersHaveRoom } from './signers.ts';

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

/** More than all workers receive at once, with keys that change from one to the next in places. */
const MANY = Array.from({ length: 500 }, (_, index) => ({
  input: `text ${index} ä`,
  pair: index % 7 < 4 ? one : other,
}));

test('each text gets its own signature, with its own key, however many are requested concurrently', async () => {
  const signatures = await Promise.all(MANY.map(({ input, pair }) => signAway(input, method(pair))));
  for (const [index, { input, pair }] of MANY.entries()) {
    assert.ok(isSigned(input, signatures[index] ?? '', pair), input);
  }
});

test('a key that cannot sign fails only its own requests', async () => {
  const broken = { ...method(one), digest: 'no such digest' };
  const signatures = ['a', 'b', 'c', 'd'].map((input, index) =>
    signAway(input, index % 2 === 0 ? method(other) : broken),
  );
  const answers = await Promise.allSettled(signatures);
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

/** Signers whose workers return the text itself as its signature, and end at the text `die`. */
function mortalSigners(): Signers {
  const script = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ inputs }) => {
      if (inputs.includes('die')) process.exit(3);
      parentPort.postMessage({ signatures: inputs });
    });`;
  return new Signers(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
}

test('when a worker dies its batch fails, and others take its place', async () => {
  const signers = mortalSigners();
  const sign = (input: string): Promise<string> => signers.sign(input, method(one));
  assert.equal(await sign('before'), 'before');
  await assert.rejects(sign('die'), /a signing worker ended with 3/);
  const texts = Array.from({ length: 200 }, (_, index) => `after ${index}`);
  assert.deepEqual(await Promise.all(texts.map(sign)), texts);
  await signers.untilRoom();
});

test('an idle worker ends, and texts that arrive at that moment get another one', async () => {
  const script = `
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({ signatures: [String(threadId)] }));`;
  const signers = new Signers(new URL(`data:text/javascript,${encodeURIComponent(script)}`), 1);
  const first = await signers.sign('text', method(one));
  for (let round = 0; round < 5; round += 1) {
    // The idle time after which a worker ends.
    await delay(1);
    await signers.sign('text', method(one));
  }
  await until('another worker to sign', async () => (await signers.sign('text', method(one))) !== first);
});

test('signers that cannot start fail their requests, with the reason', async () => {
  const signers = new Signers(new URL('data:text/javascript,throw new Error("no signers today")'));
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(signers.sign('text', method(one)), /no signers today/);
  }
  const noThread = new Signers(new URL('https://localhost/no-such-scheme-for-workers.js'));
  await assert.rejects(noThread.sign('text', method(one)), /must be|URL/i);
  await noThread.untilRoom();
});

test('waiting for room does not wait for later requests', async () => {
  let isOver = false;
  const busy = Array.from({ length: 300 }, async (_, index) => {
    while (!isOver) await signAway(`busy ${index}`, method(one));
  });
  await untilSignersHaveRoom();
  isOver = true;
  await Promise.all(busy);
});
