import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licensingScenario } from '../../../../test/licensing.ts';
import { addTrials, addUsage, listTrialDays, listUsage } from './usage.ts';

const DAY = '2026-03-01';

test('counting a device does not wait for the commit of another device’s count', async (context) => {
  const { system, account, product, close } = await licensingScenario();
  context.after(close);
  const { id: productId } = await product();
  const device = { productId, kind: 'License', appVersion: '1.0.0', platform: 'Mac' } as const;
  const count = (stripe: number, meanwhile = async (): Promise<void> => {}): Promise<void> =>
    system.database.transaction(async (tx) => {
      const day = { usageDay: DAY, stripe };
      await addUsage(tx, account.id, day, [device]);
      await addTrials(tx, account.id, day, { productId, started: 1 });
      await meanwhile();
    });
  // The inner one would wait for a lock that is held until it has ended.
  await count(0, () => count(1));
  await count(1);
  const span = { from: DAY, to: DAY };
  const { reader } = system.database;
  assert.deepEqual(await listUsage(reader, account.id, span), [{ ...device, usageDay: DAY, devices: 3 }]);
  assert.deepEqual(await listTrialDays(reader, account.id, span), [
    { productId, usageDay: DAY, started: 3, converted: 0 },
  ]);
});
