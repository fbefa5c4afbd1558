import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { importsOf, ndjson } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { checkOut, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { createCoupon, pageCodes, revokeCode, updateCoupon } from '../../modules/coupons/index.ts';
import { subscriptionsOfOrder } from '../../modules/subscriptions/index.ts';
import type { Subscription, SubscriptionTables } from '../../modules/subscriptions/tables.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

const DAY_MS = 86_400_000;

const VARIATION = '/api/products/synth/variations/synth-monthly';
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(
    app.demo,
    'products:read',
    'products:write',
    'subscriptions:read',
    'subscriptions:write',
    'orders:read',
    'orders:write',
  );
  for (const id of ['loyal', 'gone'])
    await createCoupon(app.ctx, { id, name: id, benefit: { type: 'PercentageOff', basisPoints: 2_000 } });
  await updateCoupon(app.ctx, 'gone', { isArchived: true });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const patch = (payload: object) => app.inject({ method: 'PATCH', url: VARIATION, headers: vendor, payload });
const promise = async (...milestones: object[]) => {
  const answer = await patch({ milestones });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const codes = async () => (await pageCodes(app.ctx, { couponId: 'loyal' }, { limit: 100 })).toReversed();
const codesSince = async (before: number) => (await codes()).slice(before).map(({ code }) => code);
const inAccount = async ({ id }: Pick<Subscription, 'id'>, headers: Record<string, string>) =>
  (await app.inject({ url: `/api/customer/inventory/subscriptions/${id}`, headers })).json();
const milestonesIn = async ({ id }: Pick<Subscription, 'id'>) =>
  (await app.inject({ url: `/api/subscriptions/${id}`, headers: vendor })).json().milestones;
/** With a token that is valid by now. */
const authOf = async ({ email }: Shopper) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`,
    headers: { 'content-type': 'text/plain' },
    payload: 'Str0ng!passw0rd',
  });
  return { authorization: `Bearer ${answer.json().accessToken}` };
};
const mailsTo = (recipient: string) =>
  app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select('textBody')
    .where('recipient', '=', recipient)
    .orderBy('createdAt')
    .execute();

test('the milestones of a variation are set by the Core API, and a mistake in each is named in a sentence', async () => {
  const milestones = [
    { afterCycles: 2, couponId: 'loyal', message: 'Thank you' },
    { afterCycles: 6, couponId: 'loyal' },
  ];
  assert.deepEqual((await promise(...milestones)).milestones, milestones);
  const refused = await patch({
    ownAfterCycles: 12,
    milestones: [
      { afterCycles: 0, couponId: 'loyal' },
      { afterCycles: 3, couponId: 'nothing' },
      { afterCycles: 3, couponId: 'gone' },
      { afterCycles: 13, couponId: 'loyal', message: ' ' },
    ],
  });
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(refused.json().errors, {
    'milestones[0].afterCycles': [
      'The after cycles of milestone 1 must be at least 1: nothing is paid before the first cycle.',
    ],
    'milestones[1].couponId': ['The coupon id of milestone 2 is not a coupon of this account.'],
    'milestones[2].afterCycles': ['The after cycles of milestone 3 must not be that of another milestone.'],
    'milestones[2].couponId': [
      'The coupon id of milestone 3 is an archived coupon: nobody could use its codes.',
    ],
    'milestones[3].afterCycles': [
      'The after cycles of milestone 4 must be at most ownAfterCycles: nothing is paid after that.',
    ],
    'milestones[3].message': [
      'The message of milestone 4 must have 1 to 200 characters, and not only spaces.',
    ],
  });
  const same = (await app.inject({ url: VARIATION, headers: vendor })).json();
  assert.deepEqual([same.milestones, same.ownAfterCycles], [milestones, null], 'nothing has changed');
  const oneOff = await app.inject({
    method: 'POST',
    url: '/api/products/synth/variations',
    headers: vendor,
    payload: { name: 'Once', prices: { EUR: 1, USD: 1 }, milestones },
  });
  assert.match(oneOff.json().errors.milestones?.join(), /only possible for a variation with a billing cycle/);
  const elsewhere = await app.apiKey(app.other, 'products:write');
  const headers = elsewhere;
  const theirs = await app.injectAs(app.other, { method: 'PATCH', url: VARIATION, headers, payload: {} });
  assert.equal(theirs.statusCode, 404);
  assert.deepEqual((await patch({ milestones: null })).json().milestones, []);
});

test('paid cycles give the codes that the plan promised, each once, by mail, and to nobody else', async () => {
  await promise(
    { afterCycles: 1, couponId: 'loyal' },
    { afterCycles: 2, couponId: 'loyal', message: 'Two!' },
  );
  const before = (await codes()).length;
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await promise({ afterCycles: 3, couponId: 'loyal' });
  const [first] = await codesSince(before);
  assert.deepEqual(
    (await milestonesIn(subscription)).map(({ afterCycles, reachedAt }: Record<string, unknown>) => [
      afterCycles,
      reachedAt !== undefined,
    ]),
    [
      [1, true],
      [2, false],
    ],
    'a change of the variation moves no running subscription',
  );
  await nextStep(app, subscription);
  const renewed = await nextStep(app, subscription);
  const all = await codesSince(before);
  assert.equal(all.length, 2);
  assert.equal(new Set(all).size, 2);
  const mails = (await mailsTo(customer.email)).map(({ textBody }) => textBody);
  assert.equal(mails.filter((text) => text.includes(first ?? '-')).length, 1);
  const [second, ...more] = mails.filter((text) => text.includes(all[1] ?? '-'));
  assert.match(second ?? '', /2 payments for Synth, Monthly[^]*Two![^]*Visit the shop:[^]*Manage or cancel:/);
  assert.deepEqual(more, []);
  const auth = await authOf(customer);
  const { milestoneProgress } = await inAccount(renewed, auth);
  assert.deepEqual([milestoneProgress?.currentCycleNumber, milestoneProgress?.toCycleNumber], [2, 2]);
  assert.deepEqual(milestoneProgress.events['2'], [
    {
      type: 'CouponCodeMilestone',
      milestoneId: 'synth-monthly-2',
      fulfilled: true,
      afterCycleNumber: 2,
      afterNormalizedCycleNumber: 2,
      message: 'Two!',
      code: all[1],
      redeemed: false,
    },
  ]);
  const [row] = (await codes()).slice(before);
  await revokeCode(app.ctx, 'loyal', row?.id ?? '');
  assert.equal((await inAccount(renewed, auth)).milestoneProgress.events['1'][0].code, undefined, 'revoked');
  const stranger = await inAccount(renewed, (await shopper(app)).auth);
  assert.equal(stranger.status, 404);
});

test('a code waits while nobody could use it: its coupon is archived, used up, or has ended', async () => {
  for (const [unusable, usable] of [
    [{ isArchived: true }, { isArchived: false }],
    [{ endsAt: app.system.clock.now() }, { endsAt: null }],
  ]) {
    await promise({ afterCycles: 1, couponId: 'loyal' });
    const before = (await codes()).length;
    await updateCoupon(app.ctx, 'loyal', unusable ?? {});
    const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
    assert.deepEqual(await codesSince(before), []);
    const { milestones } = (await app.inject({ url: VARIATION, headers: vendor })).json();
    assert.equal((await patch({ milestones })).statusCode, 200, 'what was promised may be sent again');
    await updateCoupon(app.ctx, 'loyal', usable ?? {});
    await nextStep(app, subscription);
    assert.equal((await codesSince(before)).length, 1);
  }
});

test('when the money goes back, the code is revoked, and what is paid later leads to another one', async () => {
  await promise({ afterCycles: 1, couponId: 'loyal' });
  const before = (await codes()).length;
  const { subscription, orderId } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const payload = { subscription: 'Keep', revokeLicenses: false };
  const url = `/api/orders/${orderId}/refunds`;
  const refund = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(refund.statusCode, 201, refund.body);
  const [first] = (await codes()).slice(before);
  assert.notEqual(first?.revokedAt ?? null, null);
  assert.deepEqual(await milestonesIn(subscription), [{ afterCycles: 1, couponId: 'loyal' }]);
  await nextStep(app, subscription);
  const [, second, ...more] = (await codes()).slice(before);
  assert.deepEqual([second?.revokedAt, more], [null, []]);
});

test('cycles that cost nothing lead to no code', async () => {
  await promise({ afterCycles: 2, couponId: 'loyal' });
  const before = (await codes()).length;
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const { price } = subscription;
  await rentToOwn(app, subscription, { price: { ...price, unitOriginalMinor: 0 } });
  await nextStep(app, subscription);
  assert.deepEqual(await codesSince(before), []);
  await rentToOwn(app, subscription, { price });
  await nextStep(app, subscription);
  assert.equal((await codesSince(before)).length, 1);
});

test('a first order of nothing leads to no code', async () => {
  const payload = {
    id: 'synth-gift',
    name: 'Gift',
    recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
    prices: { EUR: 0, USD: 0 },
    milestones: [{ afterCycles: 1, couponId: 'loyal' }],
  };
  const url = '/api/products/synth/variations';
  const gift = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(gift.statusCode, 201, gift.body);
  const before = (await codes()).length;
  const buyer = await shopper(app);
  const items = [{ ...MONTHLY, variationId: 'synth-gift', quantity: 1 }];
  const { orderId, pay } = await checkOut(app, items, buyer.auth);
  const body = { name: 'Ann', email: buyer.email, recurringConsent: { wording: '2026-12' } };
  const paid = await app.inject({ method: 'POST', url: pay, headers: buyer.auth, payload: body });
  assert.equal(paid.statusCode, 200, paid.body);
  const [subscription] = await subscriptionsOfOrder(app.ctx, orderId);
  assert.deepEqual(await milestonesIn(subscription ?? assert.fail(paid.body)), [
    { afterCycles: 1, couponId: 'loyal' },
  ]);
  assert.deepEqual(await codesSince(before), []);
});

test('another plan leads to its own codes, and coming back gives none a second time', async () => {
  await promise({ afterCycles: 1, couponId: 'loyal' }, { afterCycles: 4, couponId: 'loyal' });
  const created = await app.inject({
    method: 'POST',
    url: '/api/products/synth/variations',
    headers: vendor,
    payload: {
      id: 'synth-other',
      name: 'Other',
      recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
      prices: { EUR: 5, USD: 5 },
      milestones: [{ afterCycles: 1, couponId: 'loyal' }],
    },
  });
  assert.equal(created.statusCode, 201, created.body);
  const before = (await codes()).length;
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const changeTo = async (variationId: string) => {
    const url = `/api/subscriptions/${subscription.id}/change`;
    const payload = { variationId, when: 'NextPeriod' };
    const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
    assert.equal(answer.statusCode, 200, answer.body);
    await nextStep(app, subscription);
    assert.equal((await subscriptionNow(app, subscription)).variationId, variationId);
  };
  await changeTo('synth-other');
  assert.equal((await codesSince(before)).length, 2);
  await changeTo('synth-monthly');
  assert.equal((await codesSince(before)).length, 2);
  assert.deepEqual(
    (await milestonesIn(subscription)).map(({ afterCycles }: { afterCycles: number }) => afterCycles),
    [1, 4],
  );
});

test('a rent to own has its end among the milestones', async () => {
  await promise({ afterCycles: 2, couponId: 'loyal' });
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const { events } = (await inAccount(subscription, customer.auth)).milestoneProgress;
  assert.deepEqual(
    [events['2'][0].type, events['2'][0].fulfilled, events['3'][0].type, events['3'][0].fulfilled],
    ['CouponCodeMilestone', false, 'PerpetualLicenseConversionMilestone', false],
  );
});

test('a subscription has a milestone of a plan once', async () => {
  await promise({ afterCycles: 1, couponId: 'loyal' });
  const { subscription } = await subscribe(app, { item: MONTHLY });
  const { accountId, id: subscriptionId, variationId } = subscription;
  const plan = { accountId, subscriptionId, variationId };
  const again = { ...plan, afterCycles: 1, couponId: 'loyal', message: null, codeId: null, reachedAt: null };
  await assert.rejects(
    app.system.database.transaction((tx) =>
      tx.tables<SubscriptionTables>().insertInto('subscriptionMilestones').values(again).execute(),
    ),
    /unique/i,
  );
});

test('what was reached where a subscription ran before was given there, and what comes leads to its code', async () => {
  await promise({ afterCycles: 2, couponId: 'loyal' }, { afterCycles: 3, couponId: 'loyal' });
  const before = (await codes()).length;
  const { email } = await shopper(app);
  const line = {
    externalId: 'ran-elsewhere',
    ownerEmail: email,
    content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
    cycleLength: 'Monthly',
    price: { currency: 'EUR', amount: 9 },
    paidThrough: new Date(app.system.clock.now().getTime() + DAY_MS).toISOString(),
    paidCycles: 2,
    providerMethodId: 'sandbox-method~old-system~Succeeds',
  };
  const { results } = await importsOf(app, vendor)('subscriptions', ndjson([line]));
  const id = results[0]?.id ?? assert.fail(JSON.stringify(results));
  assert.deepEqual(await milestonesIn({ id }), [{ afterCycles: 3, couponId: 'loyal' }]);
  await nextStep(app, { id });
  assert.equal((await codesSince(before)).length, 1);
  await promise();
});
