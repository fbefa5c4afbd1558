import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs } from '../../../../test/payments.ts';
import { checkOut, stockShop } from '../../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { createVariation } from '../../catalog/index.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import {
  announcePrice,
  announcePriceJob,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  subscriptionsOfOrder,
} from '../index.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Pacific/Auckland';
const FREE = { type: 'Product', productId: 'synth', variationId: 'synth-free', quantity: 1 };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await createVariation(
    app.ctx,
    { type: 'Product', id: 'synth' },
    {
      id: 'synth-free',
      name: 'Free at first',
      recurrence: 'Monthly',
      prices: { EUR: 900, USD: 1_000 },
      terms: { freeDays: 14 },
    },
  );
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const LOCALES = ['en-GB', 'de-DE'] as const;
type Locale = (typeof LOCALES)[number];

/** How the expected sentences name amounts and days: those of the subscription's zone. */
interface Words {
  readonly money: (minor: number) => string;
  readonly day: (moment: Date | null) => string;
  /** That of documents: the zone of the account. */
  readonly utcDay: (moment: Date | null) => string;
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

function wordsOf(locale: Locale): Words {
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const dayIn = (timeZone: string) => {
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
    return (moment: Date | null) => days.format(moment ?? assert.fail('there is no such day'));
  };
  return { money: (minor) => plain(euros.format(minor / 100)), day: dayIn(ZONE), utcDay: dayIn('UTC') };
}

/** Lets a subscription speak a language, in a zone whose days are others than those of UTC. */
async function setLanguage({ id }: Subscription, locale: Locale): Promise<Subscription> {
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ locale, anchorZone: ZONE })
      .where('id', '=', id)
      .execute(),
  );
  return subscriptionNow(app, { id });
}

async function mailsTo(email: string, kind: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ textBody }) => textBody);
}

/** A mail, and what it has to say. */
interface Case {
  readonly name: string;
  readonly options?: Parameters<typeof subscribe>[1];
  readonly kind?: 'Receipt';
  /** What leads to the mail. */
  readonly happen: (subscription: Subscription) => Promise<unknown>;
  /** The sentences for the subscription as it was before and is after that. */
  readonly says: (
    words: Words,
    facts: { readonly before: Subscription; readonly now: Subscription },
  ) => Readonly<Record<Locale, readonly string[]>>;
}

const expireCard = ({ methodId }: Subscription) =>
  app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('savedPaymentMethods')
      .set({ expires: app.system.clock.now().toISOString().slice(0, 7) })
      .where('id', '=', methodId ?? '')
      .execute(),
  );

const endOfDunning = ({ failedAt }: Subscription) => new Date(Number(failedAt) + 21 * DAY_MS);

const CASES: readonly Case[] = [
  {
    name: 'an announcement',
    options: { cycle: 'Yearly', method: 'Succeeds' },
    happen: (subscription) => nextStep(app, subscription),
    says: ({ money, day }, { now }) => ({
      'en-GB': [
        `renews on ${day(now.paidUntil)}. We will charge ${money(4_900)} to your saved payment method.`,
        `cancel before ${day(now.paidUntil)}. Manage or cancel:`,
      ],
      'de-DE': [
        `verlängert sich am ${day(now.paidUntil)}. Wir buchen ${money(4_900)} von Ihrer gespeicherten Zahlungsmethode ab.`,
        `kündigen Sie vor dem ${day(now.paidUntil)}. Verwalten oder kündigen:`,
      ],
    }),
  },
  {
    name: 'the receipt of a renewal',
    kind: 'Receipt',
    options: { method: 'Succeeds' },
    happen: (subscription) => nextStep(app, subscription),
    says: ({ money, day, utcDay }, { now }) => ({
      'en-GB': [
        `Total: ${money(4_900)}`,
        `Paid on ${utcDay(now.renewedAt)}`,
        `the next payment, ${money(4_900)}, is due on ${day(now.paidUntil)}.`,
      ],
      'de-DE': [
        `Gesamtbetrag: ${money(4_900)}`,
        `Bezahlt am ${utcDay(now.renewedAt)}`,
        `Die nächste Zahlung, ${money(4_900)}, ist am ${day(now.paidUntil)} fällig.`,
      ],
    }),
  },
  {
    name: 'a failed charge that is tried again',
    options: { method: 'DeclinesSoftly' },
    happen: (subscription) => nextStep(app, subscription),
    says: ({ money, day }, { now }) => ({
      'en-GB': [
        'was declined.',
        `is due: ${money(4_900)}.`,
        `We will try again on ${day(now.nextAttemptAt)}.`,
        `your licenses go on working up to ${day(now.expiresAt)}.`,
        `the subscription ends on ${day(endOfDunning(now))}.`,
        'The link to pay works for 14 days.',
      ],
      'de-DE': [
        'wurde abgelehnt.',
        `ist fällig: ${money(4_900)}.`,
        `Wir versuchen es am ${day(now.nextAttemptAt)} noch einmal.`,
        `funktionieren Ihre Lizenzen weiter bis zum ${day(now.expiresAt)}.`,
        `endet das Abonnement am ${day(endOfDunning(now))}.`,
      ],
    }),
  },
  {
    name: 'a charge that needs the buyer',
    options: { method: 'NeedsBuyer' },
    happen: (subscription) => nextStep(app, subscription),
    says: ({ money, day }, { now }) => ({
      'en-GB': ['needs your confirmation.', `is due: ${money(4_900)}.`, `ends on ${day(endOfDunning(now))}.`],
      'de-DE': [
        'braucht Ihre Bestätigung.',
        `ist fällig: ${money(4_900)}.`,
        `endet das Abonnement am ${day(endOfDunning(now))}.`,
      ],
    }),
  },
  {
    name: 'a card that expires',
    options: { method: 'Succeeds' },
    happen: async (subscription) => {
      await expireCard(subscription);
      for (const _ of ['renewal', 'notice']) await nextStep(app, subscription);
    },
    says: ({ day }, { now }) => ({
      'en-GB': [
        `4242 is not valid any more when the subscription renews on ${day(now.paidUntil)}.`,
        'Use another card:',
      ],
      'de-DE': [
        `4242 gilt nicht mehr, wenn sich das Abonnement am ${day(now.paidUntil)} verlängert.`,
        'Andere Karte angeben:',
      ],
    }),
  },
  {
    name: 'a cancellation',
    options: { method: 'Succeeds' },
    happen: ({ id }) => cancelSubscription(app.ctx, id),
    says: ({ day }, { now }) => ({
      'en-GB': [
        `ends on ${day(now.paidUntil)}. Nothing more is charged.`,
        `You can keep the subscription until ${day(now.paidUntil)}. Keep the subscription:`,
      ],
      'de-DE': [
        `endet am ${day(now.paidUntil)}. Es wird nichts mehr abgebucht.`,
        `Bis zum ${day(now.paidUntil)} können Sie die Kündigung zurücknehmen. Abonnement behalten:`,
      ],
    }),
  },
  {
    name: 'a cancellation that is taken back',
    options: { method: 'Succeeds' },
    happen: async ({ id }) => {
      await cancelSubscription(app.ctx, id);
      await resumeSubscription(app.ctx, id);
    },
    says: ({ money, day }, { now }) => ({
      'en-GB': [`renews on ${day(now.paidUntil)} for ${money(4_900)}.`],
      'de-DE': [`verlängert sich am ${day(now.paidUntil)} für ${money(4_900)}.`],
    }),
  },
  {
    name: 'a pause',
    options: { method: 'Succeeds' },
    happen: ({ id }) => pauseSubscription(app.ctx, id, 2),
    says: ({ money, day }, { now }) => ({
      'en-GB': [
        `works until ${day(now.expiresAt)}.`,
        `It goes on by itself on ${day(now.pausedUntil)}, for ${money(4_900)}.`,
      ],
      'de-DE': [
        `funktioniert bis zum ${day(now.expiresAt)}.`,
        `Es läuft am ${day(now.pausedUntil)} von selbst für ${money(4_900)} weiter.`,
      ],
    }),
  },
  {
    name: 'the end',
    options: { method: 'Succeeds' },
    happen: async (subscription) => {
      await cancelSubscription(app.ctx, subscription.id);
      await nextStep(app, subscription);
    },
    says: ({ day }, { now }) => ({
      'en-GB': [`ended on ${day(now.paidUntil)}. Nothing more is charged.`],
      'de-DE': [`endete am ${day(now.paidUntil)}. Es wird nichts mehr abgebucht.`],
    }),
  },
  {
    name: 'another price',
    options: { method: 'Succeeds', quantity: 2 },
    happen: async ({ variationId, currency }) => {
      const from = new Date(app.system.clock.now().getTime() + 45 * DAY_MS);
      const change = { variationId, currency, unitMinor: 5_900, from };
      await announcePrice(app.ctx, change, { isPreview: false });
      await runJobs(app.system, announcePriceJob);
    },
    says: ({ money, day }, { now }) => {
      const [next, before] = [money(2 * (now.nextPriceMinor ?? 0)), money(2 * 4_900)];
      return {
        'en-GB': [`costs ${next} from ${day(now.nextPriceFrom)}, instead of ${before}`],
        'de-DE': [`kostet ab dem ${day(now.nextPriceFrom)} ${next} statt ${before}`],
      };
    },
  },
  {
    name: 'licenses that are the customer’s own',
    options: { method: 'Succeeds' },
    happen: async (subscription) => {
      await rentToOwn(app, subscription, { ownAfterCycles: 2 });
      await nextStep(app, subscription);
    },
    says: () => ({
      'en-GB': ['is paid. The licenses never end, and nothing more is charged.'],
      'de-DE': ['ist vollständig bezahlt. Die Lizenzen enden nie, und es wird nichts mehr abgebucht.'],
    }),
  },
];

const link = (method: 'GET' | 'POST', path: string, token: string, payload?: object) =>
  app.inject({
    method,
    url: `/api/customer/subscription-links${path}`,
    headers: { 'subscription-token': token },
    ...(payload && { payload }),
  });

/** Nobody has signed in: the links of a mail show the subscription, its payment, and cancel it. */
async function assertLinks(letter: string, { id }: Subscription): Promise<void> {
  const { endedAt, status, paymentState } = await subscriptionNow(app, { id });
  if (endedAt !== null || status === 'Completed') return;
  const [, hash = ''] = /\/account\/subscription#(\S+)/.exec(letter) ?? [];
  const token = new URLSearchParams(hash).get('code') ?? assert.fail(`no link in: ${letter}`);
  assert.equal((await link('GET', '', token)).json().subscription.id, id);
  if (paymentState !== 'Paid') {
    const [, path = ''] = /https?:\/\/[^/\s]+(\/checkout\/\S+)/.exec(letter) ?? [];
    const page = await app.inject({ url: `/api${path}` });
    assert.deepEqual([page.statusCode, page.json().total?.due?.amount], [200, 49], page.body);
  } else if (status === 'Active') {
    const change = await link('POST', '/method', token, { locale: 'en-GB' });
    assert.equal(change.statusCode, 200, change.body);
  }
  if (status !== 'Active') return;
  assert.equal((await link('POST', '/cancel', token)).json().subscription.status, 'Cancelled');
}

for (const locale of LOCALES)
  describe(`in ${locale}`, () => {
    for (const { name, options, kind, happen, says } of CASES)
      test(`${name} has true amounts and days, and links that work without signing in`, async () => {
        const { subscription, customer } = await subscribe(app, options);
        const before = await setLanguage(subscription, locale);
        await happen(before);
        const now = await subscriptionNow(app, subscription);
        const letter =
          (await mailsTo(customer.email, kind ?? 'Subscription')).at(-1) ?? assert.fail('no mail');
        for (const sentence of says(wordsOf(locale), { before, now })[locale])
          assert.ok(plain(letter).includes(sentence), `“${sentence}” is missing: ${letter}`);
        await assertLinks(letter, subscription);
      });

    test('the receipt explains free days: how many, and what is charged after them, for all units', async () => {
      const { orderId, pay } = await checkOut(app, [{ ...FREE, quantity: 2 }]);
      const email = `two-${locale}@example.com`;
      const payload = { name: 'Ann', email, locale, recurringConsent: { wording: '2026-12' } };
      const paid = await app.inject({ method: 'POST', url: pay, payload });
      assert.equal(paid.json().status, 'Completed', paid.body);
      const [{ paidUntil } = assert.fail()] = await subscriptionsOfOrder(app.ctx, orderId);
      const { money, utcDay } = wordsOf(locale);
      const letter = plain((await mailsTo(email, 'Receipt')).at(-1) ?? '');
      const title = '2 × Synth, Free at first';
      const says = {
        'en-GB': [
          `${title}: 14 days free, then ${money(1_800)} per month from ${utcDay(paidUntil)}.`,
          `${title}: ${money(0)} (14 days free)`,
        ],
        'de-DE': [
          `${title}: 14 Tage kostenlos, danach ${money(1_800)} pro Monat ab dem ${utcDay(paidUntil)}.`,
          `${title}: ${money(0)} (14 Tage kostenlos)`,
        ],
      }[locale];
      for (const sentence of says) assert.ok(letter.includes(sentence), letter);
    });

    test('the end of the free days is announced three days ahead, with the first amount', async () => {
      const { orderId, pay } = await checkOut(app, [FREE]);
      const email = `${locale}@example.com`;
      const payload = { name: 'Ann', email, locale, recurringConsent: { wording: '2026-12' } };
      const paid = await app.inject({ method: 'POST', url: pay, payload });
      assert.equal(paid.json().status, 'Completed', paid.body);
      const [subscription = assert.fail()] = await subscriptionsOfOrder(app.ctx, orderId);
      const now = await setLanguage(subscription, locale);
      await nextStep(app, subscription);
      assert.equal(Math.round((now.paidUntil.getTime() - Number(now.dueAt)) / DAY_MS), 3);
      const { money, day } = wordsOf(locale);
      const letter = plain((await mailsTo(email, 'Subscription')).at(-1) ?? '');
      const sentence = {
        'en-GB': `renews on ${day(now.paidUntil)}. We will charge ${money(900)}`,
        'de-DE': `verlängert sich am ${day(now.paidUntil)}. Wir buchen ${money(900)}`,
      }[locale];
      assert.ok(letter.includes(sentence), letter);
    });
  });
