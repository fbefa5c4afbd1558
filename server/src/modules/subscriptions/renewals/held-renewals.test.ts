import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import { periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { type Context, findAccount, updateSettings } from '../../accounts/index.ts';
import { takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const VENDOR = 'vendor@example.com';
const HOUR_MS = 3_600_000;

let app: TestApp;
let ctx: Context;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { seller: { email: VENDOR } });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  ctx = { ...app.ctx, account };
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** What the vendor was told by mail. */
async function mailsAbout(text: RegExp): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', VENDOR).execute();
  return rows.map(({ textBody }) => textBody.replaceAll(/\s+/g, ' ')).filter((mail) => text.test(mail));
}

/** Asserts that a renewal is held, and nothing of it is open. */
async function assertHeld(subscription: Subscription, reason: string): Promise<void> {
  const { paymentState, holdReason } = await subscriptionNow(app, subscription);
  assert.deepEqual([paymentState, holdReason], ['Held', reason]);
  assert.equal((await periodsNow(app, subscription)).length, 1);
}

test('the vendor is told of renewals that are overdue, once a day', async () => {
  const [{ subscription: first }, { subscription: second }] = [await subscribe(app), await subscribe(app)];
  app.system.clock.set(new Date(second.paidUntil.getTime() + 72 * HOUR_MS + 60_000));
  for (const each of [first, second]) {
    await takeStep(ctx, each.id);
    await assertHeld(each, 'Overdue');
  }
  const [mail = '', ...others] = await mailsAbout(/overdue for more than 72 hours/);
  assert.deepEqual(others, []);
  assert.match(mail, /charged only if you release them/);
  assert.ok(mail.includes(first.id));
});

test('the vendor is told that the clock of the server has jumped', async () => {
  const { subscription } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  const clock = {
    now: () => app.system.clock.now(),
    jumpMs: () => 25 * HOUR_MS,
    moveTo: () => undefined,
  };
  await takeStep({ ...ctx, clock }, subscription.id);
  await assertHeld(subscription, 'ClockJump');
  assert.equal((await mailsAbout(/clock of the server has jumped/)).length, 1);
});
