import assert from 'node:assert/strict';
import { followers, jobHandlers } from '../../src/jobs.ts';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { confirmCustomerEmail, findCustomer } from '../../src/modules/customers/index.ts';
import { type EventBody, eventBody, lastSequence, listEvents } from '../../src/modules/events/index.ts';
import { recordExpiries } from '../../src/modules/licensing/index.ts';
import { addOperator } from '../../src/modules/operators/index.ts';
import { recordPaymentState, setTestMethodBehaviour } from '../../src/modules/payments/index.ts';
import { takeStep } from '../../src/modules/subscriptions/index.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { catchUpOnJournal } from '../../src/platform/journal/follow-journal.ts';
import { aCoupon } from '../coupons.ts';
import { buyersOf } from '../coupon-shop.ts';
import type { TestApp } from '../harness.ts';
import { shopOf } from '../inventory.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { OPERATOR_PASSWORD, signIn } from '../operators.ts';
import { paidInFull, runPaymentJobs } from '../payments.ts';
import { disputeOf, reversibleSale } from '../reversible-sale.ts';
import { stockShop } from '../shop.ts';
import { rentToOwn, subscribe, subscriptionNow } from '../subscriptions.ts';
import { uploadFile } from '../uploads.ts';

/** What happens, and the events that follow, in their order. */
export interface Timeline {
  readonly title: string;
  /** What somebody does: a sentence for the guide. */
  readonly story: string;
  readonly events: readonly EventBody[];
}

/** What the steps of a story work with. */
interface Stage {
  readonly app: TestApp;
  readonly merchant: Merchant;
  readonly shop: ReturnType<typeof shopOf>;
  readonly buyers: ReturnType<typeof buyersOf>;
}

const DAY_MS = 86_400_000;
const REFUND_AFTER_MS = 11 * 60_000;

type Story = readonly [title: string, story: string, play: (stage: Stage) => Promise<unknown>];

const STORIES: readonly Story[] = [
  [
    'Purchase',
    'A guest buys a license, with a coupon.',
    async ({ app, buyers }) => {
      const coupon = await aCoupon(app.ctx, { id: 'spring', code: 'SPRING' });
      const checkout = await buyers.cartWith([coupon]);
      await buyers.pay(checkout, 'gus@example.com');
      await runJobs(app);
    },
  ],
  [
    'Failed payment',
    'The card of a buyer is declined, and another one pays.',
    async ({ app, buyers }) => {
      const checkout = await buyers.cartWith([]);
      await buyers.pay(checkout, 'gus@example.com', 'Fail');
      await buyers.pay(checkout, 'gus@example.com');
      await runJobs(app);
    },
  ],
  [
    'Refund',
    'The vendor refunds an order, and its licenses are revoked.',
    async ({ app, buyers, merchant }) => {
      const { orderId, ...checkout } = await buyers.cartWith([]);
      await buyers.pay({ orderId, ...checkout }, 'gus@example.com');
      await runJobs(app);
      await merchant.call('POST', `/api/orders/${orderId}/refunds`, {});
      await runJobs(app);
    },
  ],
  [
    'Dispute',
    'A buyer disputes a payment, and the vendor wins.',
    async ({ app }) => {
      const sale = await reversibleSale(app);
      await sale.runJobs();
      await sale.report({ disputes: [disputeOf('Open')] });
      await sale.runJobs();
      await sale.report({ disputes: [disputeOf('Won')] });
      await sale.runJobs();
    },
  ],
  [
    'Order that cannot be delivered',
    'An order is paid and not delivered; the vendor returns the money.',
    async ({ app, buyers, merchant }) => {
      const checkout = await buyers.cartWith([]);
      const payment = await buyers.begin(checkout, 'gus@example.com');
      await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
      app.system.clock.advance(REFUND_AFTER_MS);
      await merchant.call('POST', `/api/orders/${checkout.orderId}/refunds`, {});
      await runJobs(app);
    },
  ],
  [
    'Activation',
    'A customer activates a device and releases it; the vendor releases another one.',
    async ({ shop, merchant, app }) => {
      const owner = await shop.shopper();
      const [license = ''] = await shop.give(owner, 'synth');
      const token = await shop.activate(owner, 'synth', 'studio');
      const released = await app.inject({
        method: 'POST',
        url: '/api/client/licenses/synth/revoke',
        headers: { 'content-type': 'text/plain' },
        payload: token,
      });
      assert.equal(released.statusCode, 200, released.body);
      await shop.activate(owner, 'synth', 'laptop');
      const path = `/api/licenses/${license}/activations`;
      const { items } = await merchant.call<{ items: { id: string; status: string }[] }>('GET', path);
      const active = items.find(({ status }) => status === 'Active');
      await merchant.call('POST', `${path}/${active?.id}/revoke`);
    },
  ],
  [
    'License over time',
    'The vendor extends, revokes, restores, transfers and reissues a license; then its time is over.',
    async ({ shop, merchant, app }) => {
      const [owner, next] = [await shop.shopper(), await shop.shopper()];
      const [license = ''] = await shop.give(owner, 'synth');
      const path = `/api/licenses/${license}`;
      const at = (days: number) => new Date(app.system.clock.now().getTime() + days * DAY_MS).toISOString();
      await merchant.call('PATCH', path, { expiresAt: at(10) });
      await merchant.call('PATCH', path, { expiresAt: at(20) });
      await merchant.call('POST', `${path}/revoke`);
      await merchant.call('POST', `${path}/restore`);
      await merchant.call('POST', `${path}/transfer`, { ownerId: next.id });
      await merchant.call('PATCH', path, { keyCode: 'LEAKED-KEY' });
      await merchant.call('POST', `${path}/reissue`);
      app.system.clock.advance(21 * DAY_MS);
      await recordExpiries(app.system);
    },
  ],
  [
    'Trial',
    'A device starts a trial, whose time passes.',
    async ({ app, merchant }) => {
      await merchant.call('PATCH', '/api/products/synth', { trialsAllowed: true });
      const response = await app.inject({
        method: 'POST',
        url: '/api/client/trials/synth/request',
        payload: { deviceName: 'Studio Mac', deviceSignature: 'a-trial' },
      });
      assert.equal(response.statusCode, 200, response.body);
      app.system.clock.advance(15 * DAY_MS);
      await recordExpiries(app.system);
    },
  ],
  [
    'Voucher',
    'A customer redeems a voucher code.',
    async ({ app, merchant, shop }) => {
      const owner = await shop.shopper();
      const contents = [{ type: 'Product', id: 'synth', quantity: 1 }];
      const { id } = await merchant.call<{ id: string }>('POST', '/api/vouchers/batches', {
        name: 'Gift',
        quantity: 1,
        contents,
      });
      await runJobs(app);
      const codes = `/api/vouchers/batches/${id}/codes`;
      const { items } = await merchant.call<{ items: { code: string }[] }>('GET', codes);
      const redeemed = await shop.post(owner, `/api/customer/vouchers/redeem?code=${items[0]?.code}`);
      assert.equal(redeemed.statusCode, 200, redeemed.body);
    },
  ],
  [
    'Customer',
    'A customer signs up, proves the email address, and gets another name.',
    async ({ app, merchant, shop }) => {
      const { id } = await shop.shopper();
      const customer = await findCustomer(app.ctx, id);
      assert.ok(customer);
      await transaction(app.ctx, (tx) => confirmCustomerEmail(tx, customer, { dropsPassword: false }));
      await merchant.call('PATCH', `/api/customers/${id}`, { name: 'Ada Lovelace' });
    },
  ],
  [
    'Deletion of a customer',
    'The vendor deletes a customer: the data of earlier events goes, too.',
    async ({ merchant, shop }) => {
      const { id } = await shop.shopper();
      await merchant.call('DELETE', `/api/customers/${id}`);
    },
  ],
  [
    'Merge of two customers',
    'A customer has signed up twice, and the vendor makes one of both.',
    async ({ merchant, shop }) => {
      const one = await shop.shopper();
      const guest = { name: 'Ada', email: 'second@example.com' };
      const other = await merchant.call<{ id: string }>('POST', '/api/customers/import', guest);
      const merge = { from: other.id, reason: 'Wrote from both addresses' };
      await merchant.call('POST', `/api/customers/${one.id}/merge`, merge);
    },
  ],
  [
    'Release',
    'The vendor publishes a release and yanks it.',
    async ({ app, merchant }) => {
      const key = await uploadFile(app, merchant, 'a program');
      const downloads = [{ name: 'setup.exe', platform: 'Windows', key }];
      const path = '/api/products/synth/releases';
      await merchant.call('POST', `${path}/new?publishImmediately=true`, {
        version: { major: 1, minor: 2, patch: 0 },
        downloads,
      });
      await merchant.call('POST', `${path}/1.2.0/yank`, { reason: 'It does not start.' });
    },
  ],
  [
    'Product and settings',
    'The vendor changes a product and a setting.',
    async ({ merchant }) => {
      await merchant.call('PATCH', '/api/products/synth', { tagline: 'Even better' });
      await merchant.call('PATCH', '/api/settings', { locale: 'de' });
    },
  ],
  [
    'Operator',
    'Somebody who works for the vendor signs in to the dashboard.',
    async ({ app }) => {
      const operator = { email: 'olga@example.com', name: 'Olga', role: 'Developer' as const };
      await signIn(app, app.demo, await addOperator(app.ctx, { ...operator, password: OPERATOR_PASSWORD }));
    },
  ],
  [
    'Webhook',
    'The vendor disables a webhook endpoint.',
    async ({ merchant }) => {
      const url = 'https://example.com/hooks';
      const { id } = await merchant.call<{ id: string }>('POST', '/api/webhooks', { url, types: ['*'] });
      await merchant.call('POST', `/api/webhooks/${id}/disable`);
    },
  ],
  [
    'Renewal',
    'A customer subscribes; the next period is charged to the saved method.',
    async ({ app }) => {
      const { subscription } = await subscribe(app, { method: 'Succeeds' });
      await nextStep(app, subscription);
    },
  ],
  [
    'Failed renewal',
    'The charge for a renewal is declined, and succeeds when it is tried again.',
    async ({ app }) => {
      const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
      const { methodId } = await nextStep(app, subscription);
      await setTestMethodBehaviour(app.ctx, methodId ?? assert.fail(), 'Succeeds');
      await nextStep(app, subscription);
    },
  ],
  [
    'Renewal that needs the customer',
    'No method is saved, so the customer is asked to pay, and does not; in the end the access is over.',
    async ({ app }) => {
      const { subscription } = await subscribe(app);
      for (let now = subscription; now.status !== 'Expired';) now = await nextStep(app, subscription);
    },
  ],
  [
    'Cancellation',
    'A subscription is cancelled, taken back, and cancelled at once.',
    async ({ app, merchant }) => {
      const { subscription } = await subscribe(app, { method: 'Succeeds' });
      const path = `/api/subscriptions/${subscription.id}`;
      await merchant.call('POST', `${path}/cancel`, {});
      await merchant.call('POST', `${path}/resume`);
      await merchant.call('POST', `${path}/cancel`, { immediately: true });
    },
  ],
  [
    'Changed and paused subscription',
    'The vendor gives a customer a week, and pauses the subscription for a period; then it goes on.',
    async ({ app, merchant }) => {
      const { subscription } = await subscribe(app, { method: 'Succeeds' });
      const path = `/api/subscriptions/${subscription.id}`;
      await merchant.call('POST', `${path}/extend`, { days: 7, reason: 'An outage' });
      await merchant.call('POST', `${path}/pause`, { periods: 1 });
      let now = await nextStep(app, subscription);
      while (now.pausedUntil !== null) now = await nextStep(app, subscription);
    },
  ],
  [
    'Rent to own',
    'A customer makes the last payment of a subscription, after which the product is theirs.',
    async ({ app }) => {
      const { subscription } = await subscribe(app, { method: 'Succeeds' });
      await rentToOwn(app, subscription, { ownAfterCycles: 2 });
      await nextStep(app, subscription);
    },
  ],
];

/** Lets the next step of a subscription be due, and what it leads to end. */
async function nextStep(app: TestApp, { id }: Pick<Subscription, 'id'>): Promise<Subscription> {
  await followEvents(app);
  const { dueAt } = await subscriptionNow(app, { id });
  app.system.clock.set(dueAt ?? assert.fail('no step is to come'));
  await takeStep(app.ctx, id);
  await runPaymentJobs(app.system);
  await followEvents(app);
  return subscriptionNow(app, { id });
}

/** Plays every story in an app of its own, and returns the events that each leads to. */
export async function playStories(app: TestApp): Promise<Timeline[]> {
  await stockShop(app, app.demo);
  const limits = { paymentsPerMinute: 0, couponsPerMinute: 0, signUpPerMinute: 0, vouchersPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  const followed = followingApp(app);
  const stage = {
    app: followed,
    merchant: await merchantOf(followed),
    shop: shopOf(followed),
    buyers: buyersOf(followed),
  };
  await followEvents(app);
  const timelines: Timeline[] = [];
  for (const [title, story, play] of STORIES) {
    const after = await lastSequence(app.ctx);
    await play(stage);
    await followEvents(app);
    const events = await listEvents(app.ctx, { after, limit: 100 });
    timelines.push({ title, story, events: events.map((event) => eventBody(event, true)) });
  }
  return timelines;
}

/** The same app, whose events are derived after each request, as they are a moment after each commit. */
function followingApp(app: TestApp): TestApp {
  const injectAs: TestApp['injectAs'] = async (account, options) => {
    const response = await app.injectAs(account, options);
    await followEvents(app);
    return response;
  };
  return { ...app, app: app.app, injectAs, inject: (options) => injectAs(app.demo, options) };
}

/** Lets everybody who follows the journal see what has happened. */
export async function followEvents(app: TestApp): Promise<void> {
  await catchUpOnJournal(app.system, followers(app.system));
}

/** Runs every job that is due. */
export async function runJobs({ system }: TestApp): Promise<void> {
  const worker = startJobWorker(system, jobHandlers(system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}
