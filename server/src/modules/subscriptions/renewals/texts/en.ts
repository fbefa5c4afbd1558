/** The texts of the mail that asks the buyer to pay an open renewal. */
export const en = {
  subject: (shop: string) => `Please pay your subscription at ${shop}`,
  heading: 'Please pay your subscription',
  failed: {
    TryAgain: 'The payment with your saved payment method was declined.',
    BuyerNeeded: 'The payment with your saved payment method needs your confirmation.',
    NeverAgain: 'Your saved payment method is no longer accepted. Please pay with another one.',
  },
  again: (day: string) => `We will try again on ${day}. If you pay before that, nothing more is charged.`,
  due: (title: string, amount: string) => `The next period of ${title} is due: ${amount}.`,
  access: (day: string) => `Until you pay, your licenses go on working up to ${day}.`,
  end: (day: string) => `Without a payment, the subscription ends on ${day}.`,
  pay: 'Pay now',
  link: 'The link works for 14 days, without signing in.',
};

export type RenewalTexts = typeof en;
