import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { receiveEvents } from '../../src/modules/payments/index.ts';
import { ProviderError } from '../../src/modules/payments/provider-error.ts';
import type { ChargeStart } from '../../src/modules/payments/provider.ts';
import { listPeriods, readSubscription } from '../../src/modules/subscriptions/store.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import type { Bank, BankPayment } from '../bank.ts';
import { assertInvariants } from '../invariants.ts';
import { withProvider } from '../payments.ts';
import { openSubscriptionShop, PLANS, type SubscriptionShop } from '../walks/subscription-shop.ts';

let shop: SubscriptionShop;
beforeEach(async () => {
  shop = await openSubscriptionShop();
});
afterEach(async () => {
  await assertInvariants(shop.system.database.reader);
  await shop.close();
});

const HOUR_MS = 3_600_000;
const MONTHLY = PLANS.find(({ id }) => id === 'monthly') ?? assert.fail();

const subscriptionNow = async ({ id }: Subscription): Promise<Subscription> =>
  (await readSubscription(shop.system.database.reader, 'demo', id)) ?? assert.fail();

/** A subscription whose renewal is due, and the charges that are made from now on. */
async function dueRenewal() {
  const { subscription } = await shop.subscribe({ plan: MONTHLY });
  shop.system.clock.set(subscription.paidUntil);
  const first = shop.bank.payments.length;
  return { subscription, charges: () => shop.bank.payments.slice(first) };
}

async function tell(payment: BankPayment): Promise<void> {
  const body = shop.bank.eventOf(payment, 'Payment');
  await receiveEvents(await shop.context(), shop.bank.name, { body, headers: {} });
}

async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    shop.system.clock.advance(HOUR_MS);
    await shop.runJobs();
  }
}

/** The renewal was charged once, and its period is paid. */
async function assertRenewedOnce(subscription: Subscription, charges: readonly BankPayment[]): Promise<void> {
  assert.deepEqual(
    charges.map(({ amountMinor, outcome }) => [amountMinor, outcome.kind]),
    [[900, 'Succeeded']],
  );
  const { paymentState, status, paidUntil } = await subscriptionNow(subscription);
  const periods = await listPeriods(shop.system.database.reader, subscription, { limit: 9 });
  assert.deepEqual(
    [status, paymentState, periods.map(({ state }) => state), paidUntil],
    ['Active', 'Paid', ['Paid', 'Paid'], periods[1]?.endsAt],
  );
}

/** How an answer gets lost after the money has moved. */
const LOSSES: Readonly<Record<string, () => never>> = {
  'the connection is cut': () => {
    throw new ProviderError('Unavailable', 'socket hang up');
  },
  'the provider answers 500': () => {
    throw new ProviderError('Unavailable', 'the provider answers 500');
  },
  'nothing comes before the time limit': () => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  },
};

/** When the provider's event about the charge comes. */
const EVENTS = ['never', 'before the answer is lost', 'at once', 'twice', 'days later'] as const;

/** A provider whose answers to charges are lost like this; with `before`, something happens between the two. */
function losing(bank: Bank, lose: () => never, before?: (payment: BankPayment) => Promise<void>): Bank {
  const { savedMethods } = bank;
  if (savedMethods === undefined) assert.fail('the bank charges saved methods');
  let losses = 1;
  const charge = async (...[ctx, start]: Parameters<typeof savedMethods.charge>) => {
    const answer = await savedMethods.charge(ctx, start);
    if (losses === 0) return answer;
    losses -= 1;
    await before?.(chargeAtBank(bank, start));
    return lose();
  };
  return { ...bank, savedMethods: { ...savedMethods, charge } };
}

function chargeAtBank(bank: Bank, { paymentId }: ChargeStart): BankPayment {
  return bank.payments.find((payment) => payment.paymentId === paymentId) ?? assert.fail('nothing was made');
}

describe('a renewal is charged and its answer is lost: it is found, and never charged again', () => {
  for (const [loss, lose] of Object.entries(LOSSES))
    for (const event of EVENTS)
      test(`${loss}, and the event comes ${event}`, async () => {
        const { subscription, charges } = await dueRenewal();
        const isBefore = event === 'before the answer is lost';
        const provider = losing(shop.bank, lose, isBefore ? tell : undefined);
        await shop.runJobs(withProvider(shop.system, provider));
        const [charge = assert.fail('nothing was charged')] = charges();
        if (event === 'at once' || event === 'twice') await tell(charge);
        if (event === 'twice') await tell(charge);
        await pass(3);
        if (event === 'days later') {
          await pass(60);
          await tell(charge);
        }
        await pass(3);
        await assertRenewedOnce(subscription, charges());
      });

  test('the provider is silent for longer than it keeps keys: the charge is found by its payment', async () => {
    const { subscription, charges } = await dueRenewal();
    shop.bank.troubles.push('Lost answer');
    await shop.runJobs();
    shop.bank.isSilent = true;
    await pass(40);
    assert.equal(
      (await subscriptionNow(subscription)).paymentState,
      'Paid',
      'it is not known to have failed',
    );
    shop.bank.isSilent = false;
    await pass(2);
    await assertRenewedOnce(subscription, charges());
  });

  test('the answer to every attempt is lost: the first has charged, and the others have found it', async () => {
    const { subscription, charges } = await dueRenewal();
    shop.bank.troubles.push('Lost answer', 'Lost answer', 'Lost answer');
    await pass(3);
    shop.bank.troubles.splice(0);
    await pass(1);
    await assertRenewedOnce(subscription, charges());
  });

  test('the charge never arrived: it is made once, with the next attempt', async () => {
    const { subscription, charges } = await dueRenewal();
    shop.bank.troubles.push('Refused connection', 'Refused connection');
    await shop.runJobs();
    assert.deepEqual(charges(), []);
    await pass(4);
    await assertRenewedOnce(subscription, charges());
  });

  test('a decline whose answer is lost counts as one failure', async () => {
    const { subscription, charges } = await dueRenewal();
    const { savedMethods } = shop.bank;
    assert.ok(savedMethods);
    shop.bank.setBehaviour(await referenceOf(subscription), 'DeclinesSoftly');
    shop.bank.troubles.push('Lost answer');
    await pass(3);
    const [charge, ...others] = charges();
    assert.deepEqual([charge?.outcome.kind, others], ['Failed', []]);
    await tell(charge ?? assert.fail());
    await pass(1);
    const { attempts, paymentState } = await subscriptionNow(subscription);
    assert.deepEqual([attempts, paymentState], [1, 'Retrying']);
  });

  test('these tests see a second charge: asking again without looking makes one once the keys are gone', async () => {
    const { charges } = await dueRenewal();
    const { savedMethods } = shop.bank;
    assert.ok(savedMethods);
    let start: Parameters<typeof savedMethods.charge> | undefined;
    const charge = (...call: Parameters<typeof savedMethods.charge>) => {
      start = call;
      return savedMethods.charge(...call);
    };
    await shop.runJobs(
      withProvider(shop.system, { ...shop.bank, savedMethods: { ...savedMethods, charge } }),
    );
    shop.system.clock.advance(25 * HOUR_MS);
    await savedMethods.charge(...(start ?? assert.fail('nothing was charged')));
    assert.equal(charges().length, 2);
  });
});

async function referenceOf({ orderId }: Subscription): Promise<string> {
  const payments = shop.bank.payments.filter(({ outcome }) => outcome.kind === 'Succeeded' && outcome.method);
  const { outcome } = payments.at(-1) ?? assert.fail(`order ${orderId} saved no method`);
  return outcome.kind === 'Succeeded' ? (outcome.method?.reference ?? assert.fail()) : assert.fail();
}
