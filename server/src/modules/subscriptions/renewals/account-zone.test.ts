import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { findAccount, updateSettings } from '../../accounts/index.ts';
import { boundary } from '../domain/calendar.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

/** The account with another time zone, as a server that has read the change sees it. */
async function inZone(timeZone: string): Promise<TestApp> {
  await updateSettings(app.ctx, { documents: { timeZone } });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  return { ...app, ctx: { ...app.ctx, account } };
}

test('another time zone of the account moves no period of what runs, neither now nor later', async () => {
  const berlin = await inZone('Europe/Berlin');
  const { subscription } = await subscribe(berlin, { method: 'Succeeds' });
  assert.equal(subscription.anchorZone, 'Europe/Berlin');
  const niue = await inZone('Pacific/Niue');
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
  const { anchorDate: date, anchorTime: time, anchorZone: zone } = subscription;
  for (let cycles = 2; cycles <= 13; cycles += 1) {
    await nextStep(niue, subscription);
    const last = (await periodsNow(app, subscription)).at(-1);
    assert.deepEqual(last?.endsAt, boundary({ date, time, zone }, 'Monthly', cycles));
  }
  const other = (await subscribe(niue)).subscription;
  assert.equal(other.anchorZone, 'Pacific/Niue', 'what begins later is counted in it');
});
