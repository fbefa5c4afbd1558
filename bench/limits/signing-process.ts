import { generateKeyPairSync, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { answerWith, readTask } from '../children.ts';

/** As long as the signed part of a license token. */
const data = Buffer.alloc(900, 'a');
const { seconds } = await readTask(Type.Object({ seconds: Type.Number() }));
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let signed = 0;
let isOver = false;

const lanes = Array.from({ length: availableParallelism() * 4 }, async () => {
  while (!isOver) {
    await signOnce();
    signed += 1;
  }
});
const start = performance.now();
await delay(seconds * 1_000);
const perSecond = signed / ((performance.now() - start) / 1_000);
isOver = true;
await Promise.all(lanes);
answerWith({ perSecond });
process.disconnect?.();

function signOnce(): Promise<void> {
  return new Promise((resolve, reject) => {
    sign('sha256', data, privateKey, (error) => (error === null ? resolve() : reject(error)));
  });
}
