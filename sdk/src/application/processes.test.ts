import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import type { ProcessOrder } from '../../test/application-process.ts';
import { DAY, pem, START, tokenAt } from '../../test/device-world.ts';
import { type ScriptProcess, startScript } from '../../test/script-process.ts';

const at = (days: number): string => new Date(START + days * DAY).toISOString();
const token = (days: number): string => tokenAt(START + days * DAY);

let folder: string;
const scripts: ScriptProcess[] = [];
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-processes-'));
});
after(async () => {
  await Promise.all(scripts.map((script) => script.end()));
  await rm(folder, { recursive: true });
});

it('processes of one application share a license, keep the latest statement of it, and leave nothing behind', async () => {
  const file = path.join(folder, 'license');
  const [one, other] = await Promise.all([processOn(file), processOn(file)]);
  assert.equal(await tell(one, 'requestLicense', token(0)), at(0));
  assert.equal(await tell(other, 'reload'), at(0));
  for (let day = 1; day <= 10; day += 1) {
    // Both send the same token, and the responses arrive in any order.
    await Promise.all([tell(one, 'validate', token(day)), tell(other, 'validate', token(day))]);
    const times: unknown[] = await Promise.all([tell(one, 'reload'), tell(other, 'reload')]);
    assert.deepEqual(times, [at(day), at(day)]);
  }
  assert.equal(await tell(one, 'forget'), 'Unlicensed');
  assert.equal(await tell(other, 'reload'), 'Unlicensed');
  await Promise.all([tell(one, 'close'), tell(other, 'close')]);
  assert.deepEqual(await readdir(folder), []);
});

async function processOn(file: string): Promise<ScriptProcess> {
  const script = await startScript('application-process.ts', file, pem);
  scripts.push(script);
  return script;
}

/** The result of the process. */
function tell(script: ScriptProcess, does: ProcessOrder['does'], answer = ''): Promise<unknown> {
  const done = script.message();
  const order: ProcessOrder = { does, answer };
  script.send(order);
  return done;
}
