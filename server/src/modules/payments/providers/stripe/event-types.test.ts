import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Merchant, merchantOf } from '../../../../../test/merchant.ts';
import { CARDS, type Money } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeBuyer, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { CHORES } from '../../../../jobs.ts';
import { EVENT_TYPES } from './events.ts';

let shop: StripeShop;
let money: Money;
let vendor: Merchant;
before(async () => {
  shop = await openStripeShop();
  money = shop.stripe.money;
  vendor = await merchantOf(shop.app, shop.app.demo, 'orders:read');
});
after(() => shop.close());

/** What happens at the provider before the event, all of which is reported, and with it. */
interface Story {
  readonly before?: (one: StripeBuyer) => void;
  /** What is seen of it before the event; `PaymentProcessing` where nothing has happened. */
  readonly earlier?: string;
  readonly event: (one: StripeBuyer) => void;
  /** What is seen after the event: status of the order, refunds, disputes, warnings. */
  readonly effect: string;
}

const buy = ({ session }: StripeBuyer) => void money.payByCard(session, CARDS.good);
const debit = ({ session }: StripeBuyer) => void money.payByBank(session);
const intentOf = ({ session }: StripeBuyer) => {
  const intent = shop.stripe.state.sessions.get(session)?.payment_intent;
  return typeof intent === 'string' ? intent : assert.fail('there is no payment');
};
const refund = (one: StripeBuyer) => void money.refund(intentOf(one));
const dispute = (one: StripeBuyer) => void money.dispute(intentOf(one));
const ofIntent = (one: StripeBuyer) => (object: { readonly payment_intent: unknown }) =>
  object.payment_intent === intentOf(one);
const disputeOf = (one: StripeBuyer) => shop.stripe.state.disputes.list(ofIntent(one))[0]?.id ?? '';
const refundOf = (one: StripeBuyer) => shop.stripe.state.refunds.list(ofIntent(one))[0]?.id ?? '';
const refundLate = (one: StripeBuyer) => {
  buy(one);
  money.refund(intentOf(one), undefined, {}, 'pending');
};
const disputeSale = (one: StripeBuyer) => {
  buy(one);
  dispute(one);
};

const STORIES: Readonly<Record<string, Story>> = {
  'checkout.session.completed': { event: buy, effect: 'Completed' },
  'checkout.session.async_payment_succeeded': {
    before: debit,
    earlier: 'PaymentProcessing',
    event: ({ session }) => money.endBank(session, true),
    effect: 'Completed',
  },
  'checkout.session.async_payment_failed': {
    before: debit,
    earlier: 'PaymentProcessing',
    event: ({ session }) => money.endBank(session, false),
    effect: 'Open',
  },
  'checkout.session.expired': { event: ({ session }) => void money.expire(session), effect: 'Open' },
  'charge.refunded': {
    before: buy,
    earlier: 'Completed',
    event: refund,
    effect: 'Completed refund:Succeeded',
  },
  'refund.created': {
    before: buy,
    earlier: 'Completed',
    event: refund,
    effect: 'Completed refund:Succeeded',
  },
  'refund.updated': {
    before: refundLate,
    earlier: 'Completed refund:Pending',
    event: (one) => money.endRefund(refundOf(one), true),
    effect: 'Completed refund:Succeeded',
  },
  'refund.failed': {
    before: refundLate,
    earlier: 'Completed refund:Pending',
    event: (one) => money.endRefund(refundOf(one), false),
    effect: 'Completed refund:Failed',
  },
  'charge.dispute.created': {
    before: buy,
    earlier: 'Completed',
    event: dispute,
    effect: 'Completed dispute:Open',
  },
  'charge.dispute.funds_withdrawn': {
    before: buy,
    earlier: 'Completed',
    event: dispute,
    effect: 'Completed dispute:Open',
  },
  'charge.dispute.updated': {
    before: (one) => {
      buy(one);
      money.dispute(intentOf(one), 'warning_needs_response');
    },
    earlier: 'Completed warning',
    event: (one) => money.changeDispute(disputeOf(one), 'needs_response'),
    effect: 'Completed dispute:Open warning',
  },
  'charge.dispute.closed': {
    before: disputeSale,
    earlier: 'Completed dispute:Open',
    event: (one) => money.decide(disputeOf(one), 'lost'),
    effect: 'Completed refund:Succeeded dispute:Lost',
  },
  'charge.dispute.funds_reinstated': {
    before: disputeSale,
    earlier: 'Completed dispute:Open',
    event: (one) => money.decide(disputeOf(one), 'won'),
    effect: 'Completed dispute:Won',
  },
  'radar.early_fraud_warning.created': {
    before: buy,
    earlier: 'Completed',
    event: (one) => void money.warn(intentOf(one)),
    effect: 'Completed warning',
  },
};

/** Reported of charges without a buyer, whose stories are in `charge-method.test.ts`. */
const OF_CHARGES = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'];

async function effectOn({ orderId }: StripeBuyer): Promise<string> {
  const { status, refunds, disputes, fraudWarnings } = await vendor.call<{
    readonly status: string;
    readonly refunds: readonly { readonly status: string }[];
    readonly disputes: readonly { readonly status: string }[];
    readonly fraudWarnings: readonly unknown[];
  }>('GET', `/api/orders/${orderId}`);
  return [
    status,
    ...refunds.map((one) => `refund:${one.status}`),
    ...disputes.map((one) => `dispute:${one.status}`),
    ...fraudWarnings.map(() => 'warning'),
  ].join(' ');
}

/** A busy machine may be too late for more than one call in a row. */
async function sees(one: StripeBuyer, effect: string): Promise<void> {
  for (let tries = 0; tries < 5 && (await effectOn(one)) !== effect; tries += 1) await shop.retryCalls();
  assert.equal(await effectOn(one), effect);
}

test('there is a story of every type of event that the endpoint receives', () => {
  assert.deepEqual([...Object.keys(STORIES), ...OF_CHARGES].toSorted(), EVENT_TYPES.toSorted());
});

for (const [type, story] of Object.entries(STORIES))
  test(`${type} has its effect although no other event of the story arrives`, async () => {
    const one = await shop.buyer();
    story.before?.(one);
    await shop.report();
    const earlier = story.earlier ?? 'PaymentProcessing';
    await sees(one, earlier);
    story.event(one);
    shop.app.system.clock.advance(1_000);
    assert.equal(await effectOn(one), earlier, 'nothing has arrived');
    const statuses = await shop.report((messages) =>
      messages.filter(({ body }) => JSON.parse(body).type === type),
    );
    assert.deepEqual(statuses, [200]);
    await sees(one, story.effect);
    assert.notEqual(story.effect, earlier);
  });

test('an idle shop asks the provider nothing but, once an hour, which events it has missed', async () => {
  await shop.report();
  shop.stripe.silence.end('it counts the calls, and a silent one is repeated');
  const { calls } = shop.stripe;
  const chores = Object.values(CHORES).map(([, chore]) => chore);
  const idle = async (minutes: number, step: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += step) {
      shop.app.system.clock.advance(step * 60_000);
      for (const chore of chores) await chore(shop.app.system);
      await shop.runJobs();
    }
  };
  // What the payments of the other tests wait for ends within a day.
  await idle(1_500, 60);
  const before = calls.length;
  await idle(300, 10);
  const requests = calls.slice(before).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(new Set(requests), new Set(['GET /events']));
  assert.ok(requests.length <= 5, `it was asked ${requests.length} times in five hours`);
});
