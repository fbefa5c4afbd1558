import { taxWord } from '@latchkey/ui/texts/shared-en.ts';

/** The texts about what is paid for again and again; `subscription-de.ts` has the same keys. */
export const subscriptionEn = {
  heading: 'What you pay later',
  /** The title of an item, without a full stop. */
  item: (name: string, variation: string) => (variation === '' ? name : `${name}, ${variation}`),
  every: {
    Daily: (amount: string) => `${amount} every day`,
    Weekly: (amount: string) => `${amount} every week`,
    Monthly: (amount: string) => `${amount} every month`,
    Quarterly: (amount: string) => `${amount} every three months`,
    Yearly: (amount: string) => `${amount} every year`,
  },
  withTax: (tax: string, country: string | undefined) => `including ${tax} ${taxWord(country)}`,
  nextOn: (day: string) => `next on ${day}`,
  firstOn: (day: string, days: number) => `for the first time on ${day}, after ${days} free days`,
  atMost: (payments: number) => `at most ${payments} payments, then the licenses are yours for good`,
  kept: (payments: number) =>
    payments === 1
      ? 'when it ends, you keep the versions published when your last payment was due'
      : `when it ends after ${payments} payments in a row, you keep the versions published when the first of these was due`,
  from: (amount: string, payment: number) => `${amount} from payment ${payment} on`,
  cancel: 'You can cancel at any time in your account, to the end of the period that you paid for.',
  another: (names: string) => `Yes, I want another subscription to ${names}.`,
  anotherReason: (names: string) => `You already subscribe to ${names}.`,
  testQuestion: 'What should become of later payments?',
  testMethods: {
    Succeeds: { label: 'They succeed', description: 'Each renewal is paid without you.' },
    NeedsBuyer: {
      label: 'They need the buyer',
      description: 'As if the bank asked for a confirmation each time.',
    },
    DeclinesSoftly: {
      label: 'They are declined for now',
      description: 'As if there were not enough money: they are tried again.',
    },
    DeclinesForGood: {
      label: 'They are declined for good',
      description: 'As if the card had been reported as lost.',
    },
  },
};

/** The same in one language. */
export type SubscriptionTexts = typeof subscriptionEn;
