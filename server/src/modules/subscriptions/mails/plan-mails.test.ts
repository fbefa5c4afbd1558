import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { updateSettings } from '../../accounts/index.ts';
import { createVariation } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import type { LicensingTables } from '../../licensing/tables.ts';
import { listOrders } from '../../orders/index.ts';
import type { SandboxBehaviour } from '../../payments/providers/sandbox/sandbox-methods.ts';
import { pauseSubscription, resumeSubscription } from '../index.ts';
import type { Subscription } from '../tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:write');
  const synth = { type: 'Product', id: 'synth' } as const;
  for (const [id, name, EUR] of [
    ['synth-pro', 'Pro', 1_500],
    ['synth-light', 'Light', 500],
  ] as const)
    await createVariation(app.ctx, synth, { id, name, recurrence: 'Monthly', prices: { EUR, USD: EUR } });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const own = mails.where('recipient', '=', recipient).where('kind', '=', 'Subscription');
  return (await own.orderBy('createdAt').execute()).map(({ subject, textBody }) =>
    `${subject}\n${textBody}`.replaceAll(/[ \u00a0\n]+/g, ' '),
  );
}

const change = async ({ id }: Subscription, payload: object) => {
  const url = `/api/subscriptions/${id}/change`;
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(answer.statusCode, 200, answer.body);
};

const subscribed = (method?: SandboxBehaviour, quantity = 1) =>
  subscribe(app, { item: MONTHLY, quantity, ...(method && { method }) });

test('a plan that begins later is announced with its day and amount, and told again when it has begun', async () => {
  const { subscription, customer } = await subscribed('Succeeds', 2);
  await change(subscription, { variationId: 'synth-light' });
  const [announced = '', ...more] = await mailsTo(customer.email);
  assert.deepEqual(more, []);
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: subscription.anchorZone });
  const day = format.format(subscription.paidUntil);
  assert.match(announced, /^Your subscription at .* changes /);
  assert.ok(announced.includes(`From ${day}, your subscription is Synth, Light, 2 licenses.`), announced);
  assert.ok(announced.includes(`The payment on ${day} is €10.00. Nothing is due before.`), announced);
  await nextStep(app, subscription);
  const [, changed = ''] = await mailsTo(customer.email);
  assert.match(changed, /^Your subscription at .* has changed /);
  assert.match(changed, /is now Synth, Light, 2 licenses\..* is €10\.00/);
  for (const mail of [announced, changed]) assert.doesNotMatch(mail, /used on devices/, 'no license goes');
});

test('a renewal is announced with the plan and the quantity that were agreed for it, and what is charged then', async () => {
  const account = await updateSettings(app.ctx, { subscriptions: { announceDays: 3 } });
  const shop = { ...app, ctx: { ...app.ctx, account } };
  for (const [payload, plan, amount] of [
    [{ variationId: 'synth-light' }, 'Synth, Light', '€10.00'],
    [{ quantity: 1 }, 'Synth, Monthly', '€9.00'],
  ] as const) {
    const { subscription, customer } = await subscribe(shop, {
      item: MONTHLY,
      quantity: 2,
      method: 'Succeeds',
    });
    await change(subscription, payload);
    const before = (await mailsTo(customer.email)).length;
    await nextStep(shop, subscription);
    const [announced = assert.fail('nothing is announced')] = (await mailsTo(customer.email)).slice(before);
    assert.ok(announced.includes(`${plan} renews on `), announced);
    assert.ok(announced.includes(`We will charge ${amount} to`), announced);
    const renewed = await nextStep(shop, subscription);
    const [order] = await listOrders(app.ctx, { subscriptionId: subscription.id, limit: 1 });
    assert.equal(order?.content?.quote.total.dueMinor, renewed.total.dueMinor);
    assert.equal(`€${(renewed.total.dueMinor / 100).toFixed(2)}`, amount, 'what was announced');
  }
});

test('pausing and going on are told with what the plan that was agreed costs', async () => {
  const { subscription, customer } = await subscribed('Succeeds');
  await change(subscription, { variationId: 'synth-light' });
  await pauseSubscription(app.ctx, subscription.id, 1);
  await resumeSubscription(app.ctx, subscription.id);
  const [, paused = '', resumed = ''] = await mailsTo(customer.email);
  assert.match(paused, /It goes on by itself on .*, for €5\.00\./);
  assert.match(resumed, /Synth, Light .*€5\.00/);
});

test('a change by the vendor that cannot be charged is paid on the page of its mail, and begins then', async () => {
  for (const method of [undefined, 'DeclinesForGood'] as const) {
    const { subscription, customer } = await subscribed(method);
    await change(subscription, { variationId: 'synth-pro' });
    await runPaymentJobs(app.system);
    assert.equal((await subscriptionNow(app, subscription)).variationId, 'synth-monthly', 'nothing is paid');
    const [mail = '', ...more] = await mailsTo(customer.email);
    assert.deepEqual(more, []);
    assert.match(mail, /becomes Synth, Pro as soon as you have paid the difference: €6\.00/);
    assert.equal(/was declined/.test(mail), method !== undefined);
    const { pathname, search } = new URL(/https?:\S+\/checkout\/\S+/.exec(mail)?.[0] ?? assert.fail(mail));
    // Without a method, the one that pays is saved, for which the buyer is asked.
    const recurringConsent = method === undefined ? { wording: '2026-12' } : undefined;
    const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed', recurringConsent };
    const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay${search}`, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
    assert.equal((await subscriptionNow(app, subscription)).variationId, 'synth-pro');
    const [, changed = ''] = await mailsTo(customer.email);
    assert.match(changed, /is now Synth, Pro\. The payment on .* is €15\.00/);
  }
});

test('a change that is charged at once is told when it has begun, once', async () => {
  const { subscription, customer } = await subscribed('Succeeds');
  await change(subscription, { variationId: 'synth-pro' });
  await runPaymentJobs(app.system);
  const mails = await mailsTo(customer.email);
  assert.deepEqual([mails.length, /has changed/.test(mails[0] ?? '')], [1, true]);
});

test('licenses that are used on devices by the renewal stay and are charged, and the buyer is told', async () => {
  const { subscription, customer } = await subscribed('Succeeds', 3);
  await change(subscription, { quantity: 1 });
  const [announced = ''] = await mailsTo(customer.email);
  assert.match(
    announced,
    /If more licenses than that are used on devices on .*, you keep them and pay for them\./,
  );
  const devices = await useDevices(subscription, 2);
  const renewed = await nextStep(app, subscription);
  assert.deepEqual([renewed.quantity, renewed.total.dueMinor, renewed.nextPlan], [2, 1_800, null]);
  const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
  assert.deepEqual(
    licenses.map(({ id, expiresAt }) => [id, expiresAt]),
    devices.map((id) => [id, renewed.expiresAt]),
  );
  const [, changed = ''] = await mailsTo(customer.email);
  assert.match(changed, /You wanted one license, but 2 are used on devices, and keep working\./);
  await useDevices(subscription, 0);
});

/** So many licenses of a subscription are used on devices, the others are not. Returns the ids of those, newest first. */
async function useDevices({ id: subscriptionId }: Subscription, count: number): Promise<string[]> {
  const licenses = await listLicenses(app.ctx, { subscriptionId, limit: 9 });
  for (const [index, { id }] of licenses.entries())
    await app.system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ activeActivations: index < count ? 1 : 0 })
        .where('id', '=', id)
        .execute(),
    );
  return licenses.slice(0, count).map(({ id }) => id);
}
