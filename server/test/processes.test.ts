import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from './processes.ts';
import { until, within } from './waiting.ts';

const ECHO = new URL('echo-process.ts', import.meta.url);

test('a process gets parameters that are longer than one argument of a process may be', async () => {
  const child = startProcess(ECHO, ['', 'x'.repeat(2_000_000), 'y']);
  assert.deepEqual(await child.message(), [2_000_000, 1]);
  await child.end();
});

test('a process that ends without a message says why: its own error first, then which process it was', async () => {
  const child = startProcess(ECHO, ['the cart is on fire']);
  await assert.rejects(
    child.message(),
    /^Error: TypeError: the cart is on fire\necho-process\.ts ended with 1:\n/,
  );
  await child.end();
});

test('a script that is not there says so', async () => {
  const child = startProcess(new URL('no-process.ts', import.meta.url), []);
  await assert.rejects(child.message(), /^Error: Error: Cannot find module .*no-process\.ts/);
});

test('a wait in vain ends with the name of the awaited event', async () => {
  const never = new Promise<never>(() => undefined);
  await assert.rejects(within('the mail', never, 1), /waited 0\.001 seconds in vain for the mail/);
  let looks = 0;
  const look = (): undefined => {
    looks += 1;
  };
  await assert.rejects(until('the job', look, 1), /in vain for the job/);
  assert.ok(looks > 0);
});

test('a wait ends immediately with the event, or with the error that came instead', async () => {
  assert.equal(await within('a word', Promise.resolve('word')), 'word');
  await assert.rejects(within('a word', Promise.reject(new Error('no voice'))), /no voice/);
  const values = [undefined, false, 0] as const;
  let looks = 0;
  assert.equal(await until('a number', () => values[looks++]), 0);
});
