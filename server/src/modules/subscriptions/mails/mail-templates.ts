import type { MailTemplate, SampleMail, SamplePlace } from '../../accounts/index.ts';
import { de } from './texts/de.ts';
import { en, type SubscriptionTexts } from './texts/en.ts';

type Sample = Pick<SampleMail, 'subject' | 'heading' | 'paragraphs' | 'action' | 'notes'> &
  Partial<Pick<SampleMail, 'opening'>> & {
    /** What the button to manage the subscription says, if not that. */
    readonly manage?: string;
  };

interface SampleValues {
  readonly shop: string;
  readonly product: string;
}

type Compose = (texts: SubscriptionTexts, values: SampleValues, place: SamplePlace) => Sample;

/** Samples are about a monthly subscription that renews in two weeks. */
const RENEWS_IN_DAYS = 14;
const PRICE_MINOR = 1_900;
const NEW_PRICE_MINOR = 2_400;

const SAMPLES = {
  pay: ({ pay }, { shop, product }, { day, money, page }) => ({
    subject: pay.subject(shop),
    heading: pay.heading,
    paragraphs: [
      pay.failed.TryAgain,
      pay.due(product, money(PRICE_MINOR)),
      pay.again(day(3)),
      pay.end(day(RENEWS_IN_DAYS)),
    ],
    action: { label: pay.pay, url: page('/shop') },
    notes: [pay.link],
  }),
  renewal: ({ renewal }, { shop, product }, { day, money }) => ({
    subject: renewal.subject(shop),
    heading: renewal.heading,
    paragraphs: [
      renewal.charged(product, money(PRICE_MINOR), day(RENEWS_IN_DAYS)),
      renewal.cancel(day(RENEWS_IN_DAYS)),
    ],
  }),
  card: ({ card }, { shop }, { day }) => ({
    subject: card.subject(shop),
    heading: card.heading,
    paragraphs: [card.text('Visa 4242', day(RENEWS_IN_DAYS))],
    manage: card.another,
  }),
  cancelled: ({ cancelled }, { shop, product }, { day }) => ({
    subject: cancelled.subject(shop),
    heading: cancelled.heading,
    paragraphs: [cancelled.text(product, day(RENEWS_IN_DAYS)), cancelled.takeBack(day(RENEWS_IN_DAYS))],
    manage: cancelled.keep,
  }),
  resumed: ({ resumed }, { shop, product }, { day, money }) => ({
    subject: resumed.subject(shop),
    heading: resumed.heading,
    paragraphs: [resumed.text(product, money(PRICE_MINOR), day(RENEWS_IN_DAYS))],
  }),
  paused: ({ paused }, { shop, product }, { day, money }) => ({
    subject: paused.subject(shop),
    heading: paused.heading,
    paragraphs: [
      paused.text(product, day(RENEWS_IN_DAYS)),
      paused.goesOn(money(PRICE_MINOR), day(4 * RENEWS_IN_DAYS)),
    ],
  }),
  price: ({ price }, { shop, product }, { day, money }) => ({
    subject: price.subject(shop),
    heading: price.heading,
    paragraphs: [
      price.text(product, money(PRICE_MINOR), money(NEW_PRICE_MINOR), day(4 * RENEWS_IN_DAYS)),
      price.cancel(day(4 * RENEWS_IN_DAYS)),
    ],
  }),
  priceStays: ({ priceStays }, { shop, product }, { money }) => ({
    subject: priceStays.subject(shop),
    heading: priceStays.heading,
    paragraphs: [priceStays.text(product, money(PRICE_MINOR))],
  }),
  plan: ({ plan }, { shop, product }, { day, money }) => ({
    subject: plan.subject(shop),
    heading: plan.heading,
    paragraphs: [
      plan.later(product, 3, day(RENEWS_IN_DAYS)),
      plan.laterCosts(money(3 * PRICE_MINOR), day(RENEWS_IN_DAYS)),
    ],
  }),
  planChanged: ({ plan }, { shop, product }, { day, money }) => ({
    subject: plan.begunSubject(shop),
    heading: plan.begunHeading,
    paragraphs: [plan.begun(product, 3), plan.costs(money(3 * PRICE_MINOR), day(RENEWS_IN_DAYS))],
  }),
  milestone: ({ milestone }, { shop, product }, { page }) => ({
    subject: milestone.subject(shop),
    heading: milestone.heading,
    opening: [milestone.text(product, 12)],
    paragraphs: [milestone.code('20 %', 'THANKS-20')],
    action: { label: milestone.visitShop, url: page('/shop') },
  }),
  owned: ({ owned }, { shop, product }) => ({
    subject: owned.subject(shop),
    heading: owned.heading,
    paragraphs: [owned.text(product)],
  }),
  ended: ({ ended }, { shop, product }, { day }) => ({
    subject: ended.subject(shop),
    heading: ended.heading,
    paragraphs: [ended.text(product, day(0))],
  }),
} satisfies Readonly<Record<string, Compose>>;

/** The mails about a subscription that a vendor may word. */
export type SubscriptionTemplateName = keyof typeof SAMPLES;

const IDS: Readonly<Record<SubscriptionTemplateName, string>> = {
  pay: 'subscription-payment-due',
  renewal: 'subscription-renewal',
  card: 'subscription-card-expiry',
  cancelled: 'subscription-cancelled',
  resumed: 'subscription-resumed',
  paused: 'subscription-paused',
  price: 'subscription-new-price',
  priceStays: 'subscription-price-stays',
  plan: 'subscription-plan-change',
  planChanged: 'subscription-plan-changed',
  milestone: 'subscription-milestone',
  owned: 'subscription-paid-off',
  ended: 'subscription-ended',
};

/** Nothing is left to cancel. */
const OVER: ReadonlySet<SubscriptionTemplateName> = new Set(['owned', 'ended']);

/** The template of a mail about a subscription. */
export function subscriptionTemplate(name: SubscriptionTemplateName): MailTemplate<'customer' | 'product'> {
  return {
    id: IDS[name],
    group: 'Subscriptions',
    placeholders: ['customer', 'product'],
    compose: (values, place) => {
      const texts = place.language === 'de' ? de : en;
      const compose: Compose = SAMPLES[name];
      const { notes = [], manage: label = texts.manage, ...letter } = compose(texts, values, place);
      const manage = { label, url: place.page('/account/subscription') };
      return {
        opening: [],
        ...(!OVER.has(name) && { action: manage }),
        ...letter,
        notes: [
          ...notes,
          ...(letter.action === undefined ? [] : [{ text: label, link: manage }]),
          ...(OVER.has(name) ? [] : [texts.manageNote]),
        ],
      };
    },
  };
}

const NAMES: readonly SubscriptionTemplateName[] = [
  'renewal',
  'pay',
  'card',
  'cancelled',
  'resumed',
  'paused',
  'price',
  'priceStays',
  'plan',
  'planChanged',
  'milestone',
  'owned',
  'ended',
];

/** The templates of all mails about subscriptions, the frequent ones first. */
export const SUBSCRIPTION_TEMPLATES = NAMES.map(subscriptionTemplate);
