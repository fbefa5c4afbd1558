import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { type Shopper, stockShop } from '../../../../test/shop.ts';
import { CONSENT } from '../../../../test/taxed-checkout.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { findAccount, updateSettings } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import type { CustomerTables } from '../../customers/tables.ts';
import { listLicenses } from '../../licensing/index.ts';
import { takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
/** The postal code of a village where no German taxes apply. */
const DOUBTFUL = { ...BERLIN, postCode: '78266' };

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'customers:write', 'licenses:write');
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976', email: 'vendor@example.com' },
    tax: { mode: 'own', prices: 'inclusive', collectsIn: ['EU'] },
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  app = { ...app, demo: account, ctx: { ...app.ctx, account } };
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function state({ id }: Shopper, details: object): Promise<void> {
  const request = {
    method: 'PATCH',
    url: `/api/customers/${id}`,
    headers: vendor,
    payload: details,
  } as const;
  const answer = await app.inject(request);
  assert.equal(answer.statusCode, 200, answer.body);
}

/** A subscription that is due, of a customer with these details, once it could not be charged. */
async function waiting(details: object) {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await state(customer, details);
  return { customer, subscription: await nextStep(app, subscription) };
}

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', recipient).orderBy('createdAt').execute();
  return rows
    .filter(({ kind }) => kind === 'Subscription' || kind === 'HeldRenewals')
    .map(({ textBody }) => textBody.replaceAll(/\s+/g, ' '));
}

const standing = ({ paymentState, holdReason, asks, status }: Subscription) => [
  paymentState,
  holdReason,
  asks,
  status,
];

const WRONG: readonly (readonly [
  what: string,
  details: { address: typeof BERLIN; taxId?: string },
  sentence: RegExp,
  paragraph: RegExp,
])[] = [
  [
    'tax ID',
    { address: BERLIN, taxId: 'DE123' },
    /^Your tax ID must be a valid tax ID of Germany\.$/,
    /tax ID that you/,
  ],
  ['address', { address: DOUBTFUL }, /^Your town does not fit the postal code/, /town of your address/],
];

for (const [what, details, sentence, paragraph] of WRONG)
  test(`a wrong ${what} of the buyer’s own is no fault of the shop: they are asked, and access ends with the grace`, async () => {
    const { customer, subscription } = await waiting(details);
    assert.deepEqual(standing(subscription), ['NeedsBuyer', null, 1, 'Active']);
    assert.match(subscription.failure ?? '', sentence);
    const [mail = '', ...more] = await mailsTo(customer.email);
    assert.equal(more.length, 0);
    assert.match(mail, paragraph);
    assert.match(mail, /Correct it on the page on which you pay/);
    assert.deepEqual(await mailsTo('vendor@example.com'), []);
    let last = subscription;
    while (last.endedAt === null) last = await nextStep(app, last);
    const days = (last.endedAt.getTime() - subscription.paidUntil.getTime()) / DAY_MS;
    assert.deepEqual([Math.round(days), last.status], [21, 'Expired']);
    const asks = (await mailsTo(customer.email)).filter((text) => paragraph.test(text));
    assert.equal(asks.length, 3);
  });

for (const [what, details] of WRONG)
  test(`what is corrected on the page of the mail, such as a wrong ${what}, counts for the next renewal, too`, async () => {
    const { customer, subscription } = await waiting(details);
    const [mail = ''] = await mailsTo(customer.email);
    const { pathname, search } = new URL(/https?:\S+\/checkout\/\S+/.exec(mail)?.[0] ?? assert.fail(mail));
    const billing = { address: BERLIN, taxId: null };
    const payload = { name: 'Ann', email: customer.email, billing, ...CONSENT };
    const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay${search}`, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
    const profile = await findCustomer(app.ctx, customer.id);
    assert.equal(
      profile?.address?.postCode,
      details.address.postCode,
      'whoever has the link changes no profile',
    );
    const renewed = await nextStep(app, subscription);
    assert.deepEqual([renewed.paymentState, (await periodsNow(app, renewed)).length], ['Paid', 3]);
  });

test('a tax ID without its letters is no mistake of a renewal: nobody is there to add them, and the register decides', async () => {
  const address = { countryCode: 'GR', streetAddress1: 'Odos 1', postCode: '10557', locality: 'Athina' };
  const { subscription } = await waiting({ address, taxId: '094259216' });
  assert.deepEqual(standing(subscription), ['Paid', null, 0, 'Active']);
  assert.equal((await periodsNow(app, subscription)).length, 2);
});

test('details that are corrected in the account, by the customer or the vendor, are charged at once', async () => {
  for (const byVendor of [true, false]) {
    const { customer, subscription } = await waiting({ address: BERLIN, taxId: 'DE123' });
    if (byVendor) await state(customer, { taxId: null });
    else {
      const url = `/api/customer/identity/sign-in?email=${customer.email}`;
      const password = { headers: { 'content-type': 'text/plain' }, payload: 'Str0ng!passw0rd' };
      const { accessToken } = (await app.inject({ method: 'POST', url, ...password })).json();
      const headers = { authorization: `Bearer ${accessToken}` };
      const change = { method: 'PATCH', url: '/api/customer/identity', headers } as const;
      const answer = await app.inject({ ...change, payload: { taxId: '' } });
      assert.equal(answer.statusCode, 200, answer.body);
    }
    await takeStep(app.ctx, subscription.id);
    await runPaymentJobs(app.system);
    const paid = await subscriptionNow(app, subscription);
    assert.deepEqual([paid.paymentState, paid.failure, paid.fault], ['Paid', null, null]);
    assert.equal((await mailsTo(customer.email)).length, 1);
  }
});

const correctedSilently = ({ id }: Shopper) =>
  app.system.database.transaction((tx) =>
    tx.tables<CustomerTables>().updateTable('customers').set({ taxId: null }).where('id', '=', id).execute(),
  );

test('a change that corrects nothing neither mails nor uses up a reminder, and one of other details charges nothing', async () => {
  const { customer, subscription } = await waiting({ address: BERLIN, taxId: 'DE123' });
  const other = await subscribe(app, { method: 'Succeeds' });
  await state(other.customer, { address: BERLIN });
  await state(customer, { name: 'Ann B.', address: BERLIN, taxId: 'DE123' });
  assert.deepEqual((await subscriptionNow(app, subscription)).nextAttemptAt, null);
  for (const taxId of ['DE124', 'DE125']) {
    await state(customer, { taxId });
    await takeStep(app.ctx, subscription.id);
    assert.deepEqual(standing(await subscriptionNow(app, subscription)), ['NeedsBuyer', null, 1, 'Active']);
  }
  assert.equal((await mailsTo(customer.email)).length, 1);
  const reminder = await nextStep(app, subscription);
  assert.equal(reminder.asks, 2);
  await correctedSilently(customer);
  const expired = await nextStep(app, reminder);
  assert.equal(expired.status, 'Expired', 'the grace is over');
  const paid = await nextStep(app, expired);
  assert.deepEqual([paid.paymentState, paid.status, paid.endedAt], ['Paid', 'Active', null]);
});

test('what a reminder would charge is held like any other charge', async () => {
  const { customer, subscription } = await waiting({ address: BERLIN, taxId: 'DE123' });
  await correctedSilently(customer);
  const [license] = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 1 });
  const revoke = { method: 'POST', url: `/api/licenses/${license?.id}/revoke`, headers: vendor } as const;
  assert.equal((await app.inject(revoke)).statusCode, 200);
  const waitingOn = await nextStep(app, subscription);
  assert.deepEqual([waitingOn.paymentState, waitingOn.holdReason], ['Held', 'Unlicensed']);
});
