import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { codeIn, linkIn } from '../../../test/identity.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { stockShop } from '../../../test/shop.ts';
import { type Account, updateSettings } from '../../modules/accounts/index.ts';
import type { CustomerMergeTables } from '../../modules/customer-merge/tables.ts';
import { purgeMergeRequests } from '../../modules/customer-merge/index.ts';
import type { CustomerTables } from '../../modules/customers/tables.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';
import { finishErasures } from '../../modules/privacy/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  const limits = { signUpPerMinute: 0, paymentsPerMinute: 0, passwordResetPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  await stockShop(app, app.demo);
  shop = shopOf(app);
  vendor = await merchantOf(app);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

const REASON = 'Wrote from both addresses';
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const merge = (into: { id: string }, from: { id: string }, more: object = {}) =>
  vendor.send('POST', `/api/customers/${into.id}/merge`, { from: from.id, reason: REASON, ...more });

const setCustomer = (id: string, changes: Partial<CustomerTables['customers']>) =>
  app.system.database.transaction((tx) =>
    tx.tables<CustomerTables>().updateTable('customers').set(changes).where('id', '=', id).execute(),
  );

/** Two customers who have both proven their emails, and what the one who may go owns. */
async function provenPair() {
  const [into, from] = [await shop.shopper(), await shop.shopper()];
  for (const { id } of [into, from]) await setCustomer(id, { isEmailConfirmed: true });
  const [license = assert.fail()] = await shop.give(from, await shop.product());
  return { into, from, license };
}

const mailsTo = (recipient: string, kind: string) =>
  app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .orderBy('createdAt')
    .execute();

async function codeFor({ email }: Shopper): Promise<string> {
  const mail = (await mailsTo(email, 'merge-asked')).at(-1);
  return codeIn(linkIn(mail ?? assert.fail(`${email} was not asked`)));
}

type AnswerOfOwner = 'agree-to-merge' | 'decline-merge';

/** The answer of somebody who knows the email of the other account, unless another one is given. */
const reply = async (
  answer: AnswerOfOwner,
  { email }: { readonly email: string },
  code: string,
  { account = app.demo, otherEmail }: { readonly account?: Account; readonly otherEmail?: string } = {},
) => {
  const query = new URLSearchParams({ email, code });
  return app.injectAs(account, {
    method: 'POST',
    url: `/api/customer/identity/${answer}?${query.toString()}`,
    payload: { otherEmail: otherEmail ?? (await otherEmailOf(email)) },
  });
};

/** The email of the account into which the one with this email may be merged. */
async function otherEmailOf(email: string): Promise<string> {
  const row = await app.system.database.reader
    .tables<CustomerMergeTables & CustomerTables>()
    .selectFrom('mergeRequests')
    .innerJoin('customers', 'customers.id', 'mergeRequests.intoId')
    .select('customers.email')
    .where('mergeRequests.emailKey', '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.email ?? 'nobody@example.com';
}

interface Pending {
  readonly items: readonly {
    readonly from: { readonly id: string };
    readonly into: { readonly id: string };
    readonly createdAt: string;
  }[];
}

const pendingOf = ({ id }: Shopper) => vendor.call<Pending>('GET', `/api/customers/${id}/merge`);

const ownerOf = async (license: string) =>
  (await vendor.call<{ ownerId: string }>('GET', `/api/licenses/${license}`)).ownerId;

const journalOf = async ({ id }: Shopper, type: string) =>
  (
    await vendor.call<{ items: { data: object }[] }>('GET', `/api/audit?type=${type}&subject=customer/${id}`)
  ).items.map(({ data }) => data);

describe('an account whose email is proven', () => {
  test('goes only when its owner agrees, with a link of a mail that works once', async () => {
    const { into, from, license } = await provenPair();
    const preview = (await merge(into, from, { dryRun: true })).json();
    assert.deepEqual([preview.state, preview.moved.licenses], ['Asked', 1]);
    assert.deepEqual(await mailsTo(from.email, 'merge-asked'), [], 'a preview asks nobody');
    const answer = await merge(into, from);
    assert.equal(answer.statusCode, 200, answer.body);
    const { state, customer, consentUntil, moved } = answer.json();
    assert.deepEqual([state, customer.id, moved], ['Asked', into.id, undefined]);
    assert.ok(Date.parse(consentUntil) > app.system.clock.now().getTime());
    assert.equal(await ownerOf(license), from.id);
    assert.equal((await shop.get(from, '/api/customer/orders')).statusCode, 200, 'the session goes on');
    const [mail = assert.fail()] = await mailsTo(from.email, 'merge-asked');
    assert.match(mail.textBody, /s…@example\.com/);
    assert.ok(!mail.textBody.includes(into.email), 'only a part of the other address');

    const code = await codeFor(from);
    assert.equal((await reply('agree-to-merge', from, `${code}x`)).json().errorType, 'InvalidCode');
    assert.equal((await reply('agree-to-merge', into, code)).json().errorType, 'InvalidCode');
    const foreign = await reply('agree-to-merge', from, code, { account: app.other });
    assert.equal(foreign.json().errorType, 'InvalidCode');
    for (const otherEmail of ['s.stranger@example.com', from.email]) {
      const guess = await reply('agree-to-merge', from, code, { otherEmail });
      assert.deepEqual([guess.statusCode, Object.keys(guess.json().errors)], [400, ['otherEmail']]);
    }
    assert.equal(await ownerOf(license), from.id);
    const answers = await Promise.all([1, 2].map(() => reply('agree-to-merge', from, code)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 400],
    );
    assert.equal(await ownerOf(license), into.id);
    assert.equal((await shop.get(from, '/api/customer/orders')).statusCode, 401);
    assert.equal((await mailsTo(from.email, 'merged')).length, 1);
    const data = { from: from.id, into: into.id, reason: REASON };
    assert.deepEqual(await journalOf(from, 'customer.merge-asked'), [data]);
    assert.deepEqual(await journalOf(from, 'customer.merged'), [
      { ...data, orders: 0, licenses: 1, subscriptions: 0, trials: 0, vouchers: 0 },
    ]);
  });

  test('stays when its owner declines, does not answer for seven days, or is asked again', async () => {
    const { into, from, license } = await provenPair();
    await merge(into, from);
    const first = await codeFor(from);
    app.system.clock.advance(HOUR_MS);
    await merge(into, from);
    const second = await codeFor(from);
    assert.equal((await reply('agree-to-merge', from, first)).statusCode, 400, 'a newer link voids it');
    assert.equal((await reply('decline-merge', from, second)).statusCode, 200);
    assert.equal((await reply('agree-to-merge', from, second)).statusCode, 400);
    assert.deepEqual(await journalOf(from, 'customer.merge-declined'), [
      { from: from.id, into: into.id, reason: REASON },
    ]);
    app.system.clock.advance(HOUR_MS);
    await merge(into, from);
    const third = await codeFor(from);
    app.system.clock.advance(WEEK_MS);
    assert.equal((await reply('agree-to-merge', from, third)).statusCode, 400);
    assert.equal((await reply('decline-merge', from, third)).statusCode, 400);
    assert.equal(await ownerOf(license), from.id);
    assert.deepEqual([await purgeMergeRequests(app.system), await purgeMergeRequests(app.system)], [1, 0]);
  });

  test('gets one mail an hour, whoever may get the account', async () => {
    const { into, from } = await provenPair();
    const other = await shop.shopper();
    await setCustomer(other.id, { isEmailConfirmed: true });
    assert.equal((await merge(into, from)).statusCode, 200);
    for (const target of [into, other]) {
      const again = await merge(target, from);
      assert.deepEqual([again.statusCode, again.json().errorType], [429, 'AskedRecently']);
      assert.ok(Number(again.headers['retry-after']) > 3_500);
    }
    assert.equal((await merge(other, from, { dryRun: true })).statusCode, 200, 'a look asks nobody');
    assert.equal((await mailsTo(from.email, 'merge-asked')).length, 1);
    const { items } = await pendingOf(from);
    assert.deepEqual(
      items.map((each) => each.into.id),
      [into.id],
      'what was refused has changed nothing',
    );
    app.system.clock.advance(HOUR_MS);
    assert.equal((await merge(other, from)).statusCode, 200);
  });

  test('stays when the vendor takes back what its owner was asked, which both customers show until then', async () => {
    const { into, from, license } = await provenPair();
    const { consentUntil } = (await merge(into, from)).json();
    const [entry = assert.fail(), ...more] = (await pendingOf(into)).items;
    const { createdAt, ...request } = entry;
    assert.ok(Date.parse(createdAt) < Date.parse(consentUntil));
    assert.deepEqual(request, {
      from: { id: from.id, email: from.email },
      into: { id: into.id, email: into.email },
      reason: REASON,
      consentUntil,
    });
    assert.deepEqual([more, (await pendingOf(from)).items], [[], [entry]]);
    const code = await codeFor(from);
    const url = `/api/customers/${into.id}/merge/${from.id}`;
    const foreign = await merchantOf(app, app.other);
    assert.equal((await foreign.send('DELETE', url)).statusCode, 404);
    const reader = await merchantOf(app, app.demo, 'customers:read');
    assert.equal((await reader.send('DELETE', url)).statusCode, 403);
    const stranger = await shop.shopper();
    for (const wrong of [`${stranger.id}/merge/${from.id}`, `${from.id}/merge/${into.id}`])
      assert.equal((await vendor.send('DELETE', `/api/customers/${wrong}`)).statusCode, 404, wrong);
    const answers = await Promise.all([1, 2].map(() => vendor.send('DELETE', url)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 404],
    );
    assert.deepEqual(answers.find(({ statusCode }) => statusCode === 200)?.json(), entry);
    assert.deepEqual([(await pendingOf(into)).items, (await pendingOf(from)).items], [[], []]);
    assert.equal((await reply('agree-to-merge', from, code)).json().errorType, 'InvalidCode');
    assert.equal(await ownerOf(license), from.id);
    assert.deepEqual(await journalOf(from, 'customer.merge-withdrawn'), [
      { from: from.id, into: into.id, reason: REASON },
    ]);
    app.system.clock.advance(HOUR_MS);
    await merge(into, from);
    app.system.clock.advance(WEEK_MS);
    assert.deepEqual((await pendingOf(into)).items, [], 'not answered in time');
    assert.equal((await vendor.send('DELETE', url)).statusCode, 404);
  });

  test('stays when something has changed since it was asked', async () => {
    const { into, from, license } = await provenPair();
    await merge(into, from);
    const code = await codeFor(from);
    await vendor.call('PATCH', `/api/customers/${into.id}`, { email: `new-${into.email}` });
    const refused = await reply('agree-to-merge', from, code);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'MergeRefused']);
    assert.ok(!refused.body.includes(into.id), 'it tells nothing of the other account');
    await vendor.call('PATCH', `/api/customers/${from.id}`, { email: `new-${from.email}` });
    assert.equal((await reply('agree-to-merge', from, code)).json().errorType, 'InvalidCode');
    const other = await provenPair();
    await merge(other.into, other.from);
    await vendor.call('DELETE', `/api/customers/${other.into.id}`);
    const requests = app.system.database.reader.tables<CustomerMergeTables>().selectFrom('mergeRequests');
    assert.deepEqual(await requests.select('reason').where('fromId', '=', other.from.id).execute(), []);
    const late = await reply('agree-to-merge', other.from, await codeFor(other.from));
    assert.equal(late.json().errorType, 'InvalidCode');
    assert.deepEqual([await ownerOf(license), await ownerOf(other.license)], [from.id, other.from.id]);
  });
});

test('whoever has a password is asked, too; without one, an address is told what happened, and the export names it', async () => {
  const [into, from] = [await shop.shopper(), await shop.shopper()];
  assert.equal((await merge(into, from)).json().state, 'Asked');
  await setCustomer(from.id, { passwordHash: null });
  const answer = await merge(into, from);
  assert.equal(answer.json().state, 'Merged', answer.body);
  const [mail = assert.fail('nobody was told')] = await mailsTo(from.email, 'merged');
  assert.match(mail.textBody, /contact Demo/);
  const file = (await shop.get(into, '/api/customer/identity/export')).json();
  assert.deepEqual(file.formerEmails, [from.email]);
});

describe('links that were mailed before a merge', () => {
  /** A renewal that waits for its buyer, and the links of the mail about it. */
  async function pastDue(owner: Shopper) {
    const customer = { ...owner, auth: owner.headers };
    const { subscription } = await subscribe(app, { customer, method: 'NeedsBuyer' });
    assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
    const text = (await mailsTo(owner.email, 'Subscription')).map(({ textBody }) => textBody).join('\n');
    const pay = new URL(/https?:\S+\/checkout\/\S+/.exec(text)?.[0] ?? assert.fail(text));
    const manage = new URL(/https?:\S+\/account\/subscription#\S+/.exec(text)?.[0] ?? assert.fail(text));
    const code = new URLSearchParams(manage.hash.slice(1)).get('code') ?? assert.fail();
    return { subscription, pay: `/api${pay.pathname}`, code };
  }

  const manage = (code: string) =>
    app.inject({ url: '/api/customer/subscription-links', headers: { 'subscription-token': code } });

  const isPaid = async (subscription: Subscription) =>
    (await subscriptionNow(app, subscription)).paymentState === 'Paid';

  test('still pay an open renewal, for the customer who stays, of whom they show nothing', async () => {
    const [into, from] = [await shop.shopper(), await shop.shopper()];
    const { subscription, pay, code } = await pastDue(from);
    await setCustomer(from.id, { passwordHash: null });
    assert.equal((await merge(into, from)).json().state, 'Merged');
    const page = await app.inject({ url: pay });
    assert.equal(page.statusCode, 200, page.body);
    assert.ok(!page.body.includes(into.email) && !page.body.includes('"Ada"'), page.body);
    assert.equal((await manage(code)).json().errorType, 'InvalidLink', 'nobody has proven that address');
    const payload = { name: 'Ann', email: from.email };
    const paid = await app.inject({ method: 'POST', url: `${pay}/pay`, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
    assert.equal(await isPaid(subscription), true);
    assert.equal((await subscriptionNow(app, subscription)).customerId, into.id);
  });

  test('still manage the subscription, where the address was proven', async () => {
    const { into, from } = await provenPair();
    const { subscription, code } = await pastDue(from);
    await merge(into, from);
    assert.equal((await reply('agree-to-merge', from, await codeFor(from))).statusCode, 200);
    assert.equal((await manage(code)).statusCode, 200);
    assert.equal((await subscriptionNow(app, subscription)).customerId, into.id);
    const stranger = await provenPair();
    await merge(into, stranger.from);
    await reply('agree-to-merge', stranger.from, await codeFor(stranger.from));
    assert.equal((await manage(`${code}x`)).statusCode, 400);
  });
});

test('a server that knows no merges leaves the address of the other one behind when it erases: housekeeping removes it', async () => {
  const [into, from, living, other] = await Promise.all([1, 2, 3, 4].map(() => shop.shopper()));
  assert.ok(into && from && living && other);
  for (const { id } of [from, other]) await setCustomer(id, { passwordHash: null });
  await merge(into, from);
  await merge(living, other);
  // What such a server writes.
  const email = `deleted-${into.id}@deleted.invalid`;
  await setCustomer(into.id, { isDeleted: true, email, emailKey: `deleted:${into.id}` });
  assert.deepEqual([await finishErasures(app.system), await finishErasures(app.system)], [1, 0]);
  const rest = await vendor.call<{ email: string }>('GET', `/api/customers/${from.id}`);
  assert.equal(rest.email, `deleted-${from.id}@deleted.invalid`);
  assert.deepEqual(await mailsTo(from.email, 'merged'), []);
  assert.equal((await mailsTo(other.email, 'merged')).length, 1, 'of a customer who is not deleted');
  assert.equal((await journalOf(from, 'customer.erased')).length, 1);
});
