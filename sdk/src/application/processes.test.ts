import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ProcessOrder } from '../../test/application-process.ts';
import { DAY, pem, START, tokenAt } from '../../test/device-world.ts';

const APPLICATION = fileURLToPath(new URL('../../test/application-process.ts', import.meta.url));
const at = (days: number): string => new Date(START + days * DAY).toISOString();
const token = (days: number): string => tokenAt(START + days * DAY);

let folder: string;
let children: readonly ChildProcess[] = [];
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-processes-'));
});
after(async () => {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true });
});

it('processes of one application share a license, keep the latest statement of it, and leave nothing behind', async () => {
  const file = path.join(folder, 'license');
  children = await Promise.all([processOn(file), processOn(file)]);
  const [one, other] = children;
  assert(one !== undefined && other !== undefined);
  assert.equal(await tell(one, 'requestLicense', token(0)), at(0));
  assert.equal(await tell(other, 'reload'), at(0));
  for (let day = 1; day <= 10; day += 1) {
    // Both send the same token, and the answers arrive in any order.
    await Promise.all([tell(one, 'validate', token(day)), tell(other, 'validate', token(day))]);
    const times: unknown[] = await Promise.all([tell(one, 'reload'), tell(other, 'reload')]);
    assert.deepEqual(times, [at(day), at(day)]);
  }
  assert.equal(await tell(one, 'forget'), 'Unlicensed');
  assert.equal(await tell(other, 'reload'), 'Unlicensed');
  await Promise.all([tell(one, 'close'), tell(other, 'close')]);
  assert.deepEqual(await readdir(folder), []);
});

async function processOn(file: string): Promise<ChildProcess> {
  const child = fork(APPLICATION, [file, pem], { execPath: process.execPath, stdio: 'inherit' });
  await once(child, 'message');
  return child;
}

/** What the process has when it has done it. */
async function tell(child: ChildProcess, does: ProcessOrder['does'], answer = ''): Promise<unknown> {
  const done = once(child, 'message');
  const order: ProcessOrder = { does, answer };
  child.send(order);
  const [state]: unknown[] = await done;
  return state;
}
