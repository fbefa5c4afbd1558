/**
 * The texts of the mails about subscriptions. Amounts include taxes; days are those of the subscription's time zone.
 */
export const en = {
  manage: 'Manage or cancel',
  manageNote: 'This link works without signing in. Keep it to yourself.',
  /** The buyer is asked to pay an open renewal. */
  pay: {
    subject: (shop: string) => `Please pay your subscription at ${shop}`,
    heading: 'Please pay your subscription',
    failed: {
      TryAgain: 'The payment with your saved payment method was declined.',
      BuyerNeeded: 'The payment with your saved payment method needs your confirmation.',
      NeverAgain: 'Your saved payment method is no longer accepted. Please pay with another one.',
    },
    wrong: {
      TaxId: 'The tax ID that you have stated does not fit your address, so nothing was charged.',
      Address:
        'The postal code or the town of your address is missing or wrong, and taxes follow from it, so nothing was charged.',
    },
    correct:
      'Correct it on the page on which you pay: it then also counts for later payments of this subscription. If you correct it in your account instead, we charge your saved payment method.',
    again: (day: string) => `We will try again on ${day}. If you pay before that, nothing more is charged.`,
    due: (title: string, amount: string) => `The next period of ${title} is due: ${amount}.`,
    access: (day: string) => `Until you pay, your licenses go on working up to ${day}.`,
    end: (day: string) => `Without a payment, the subscription ends on ${day}.`,
    pay: 'Pay now',
    link: 'The link to pay works for 14 days.',
  },
  renewal: {
    subject: (shop: string) => `Your subscription at ${shop} renews soon`,
    heading: 'Your subscription renews soon',
    charged: (title: string, amount: string, day: string) =>
      `${title} renews on ${day}. We will charge ${amount} to your saved payment method.`,
    asked: (title: string, amount: string, day: string) =>
      `${title} renews on ${day}. We will then ask you to pay ${amount}.`,
    cancel: (day: string) => `If you do not want to go on, cancel before ${day}.`,
  },
  card: {
    subject: (shop: string) => `The card for your subscription at ${shop} expires`,
    heading: 'Your card expires before the next payment',
    another: 'Use another card',
    text: (card: string, day: string) =>
      `Your ${card} is not valid any more when the subscription renews on ${day}. Please enter another card.`,
  },
  cancelled: {
    subject: (shop: string) => `Your subscription at ${shop} is cancelled`,
    heading: 'Your subscription is cancelled',
    text: (title: string, day: string) => `${title} ends on ${day}. Nothing more is charged.`,
    kept: (day: string) =>
      `After that, your licenses keep the versions published by ${day}, and their security fixes.`,
    takeBack: (day: string) => `Changed your mind? You can keep the subscription until ${day}.`,
    keep: 'Keep the subscription',
  },
  resumed: {
    subject: (shop: string) => `Your subscription at ${shop} goes on`,
    heading: 'Your subscription goes on',
    text: (title: string, amount: string, day: string) => `${title} renews on ${day} for ${amount}.`,
  },
  paused: {
    subject: (shop: string) => `Your subscription at ${shop} is paused`,
    heading: 'Your subscription is paused',
    text: (title: string, day: string) => `${title} works until ${day}. Nothing is charged during the pause.`,
    goesOn: (amount: string, day: string) => `It goes on by itself on ${day}, for ${amount}.`,
  },
  price: {
    subject: (shop: string) => `The price of your subscription at ${shop} changes`,
    heading: 'The price of your subscription changes',
    text: (title: string, old: string, next: string, day: string) =>
      `${title} costs ${next} from ${day}, instead of ${old}.`,
    plusTax: 'Tax is added where prices do not include it.',
    later: (next: string) => `When your discounts end, it costs ${next}.`,
    cancel: (day: string) => `If you do not want that, cancel before ${day}. Until then nothing changes.`,
  },
  plan: {
    subject: (shop: string) => `Your subscription at ${shop} changes`,
    heading: 'Your subscription changes',
    later: (title: string, quantity: number, day: string) =>
      `From ${day}, your subscription is ${quantity === 1 ? title : `${title}, ${quantity} licenses`}.`,
    laterCosts: (amount: string, day: string) => `The payment on ${day} is ${amount}. Nothing is due before.`,
    laterInUse: (day: string) =>
      `If more licenses than that are used on devices on ${day}, you keep them and pay for them.`,
    paid: (title: string, quantity: number, amount: string) =>
      `Your subscription becomes ${quantity === 1 ? title : `${title}, ${quantity} licenses`} as soon as you have paid the difference: ${amount}.`,
    unpaid: (day: string) =>
      `Until then, everything stays as it is. If you do not pay before ${day}, it does not change.`,
    begunSubject: (shop: string) => `Your subscription at ${shop} has changed`,
    begunHeading: 'Your subscription has changed',
    begun: (title: string, quantity: number) =>
      `Your subscription is now ${quantity === 1 ? title : `${title}, ${quantity} licenses`}.`,
    inUse: (agreed: number, quantity: number) =>
      `You wanted ${agreed === 1 ? 'one license' : `${agreed} licenses`}, but ${quantity} are used on devices, and keep working. To pay for fewer, release devices and change the number again.`,
    costs: (amount: string, day: string) => `The payment on ${day} is ${amount}.`,
  },
  merged: {
    subject: (shop: string) => `Your payments at ${shop} are counted together`,
    heading: 'Your payments are counted together',
    text: (title: string, payments: number) =>
      payments === 1
        ? `You have two subscriptions to ${title}. A payment for one of them counts for the other one now.`
        : `You have two subscriptions to ${title}. ${payments} payments for one of them count for the other one now.`,
    ends: (day: string) =>
      `The one whose payments count for the other one ends on ${day}, and nothing more is charged for it. The other one goes on.`,
  },
  milestone: {
    subject: (shop: string) => `A coupon for you from ${shop}`,
    heading: 'A coupon for you',
    text: (title: string, payments: number) =>
      payments === 1
        ? `Thank you for your first payment for ${title}.`
        : `Thank you for ${payments} payments for ${title}.`,
    code: (coupon: string, code: string) =>
      `Enter this code in the cart: ${code} (${coupon}). It is valid for one order.`,
    endsAt: (day: string) => `The coupon ends on ${day}.`,
    visitShop: 'Visit the shop',
  },
  priceStays: {
    subject: (shop: string) => `The price of your subscription at ${shop} stays as it is`,
    heading: 'The price of your subscription stays as it is',
    text: (title: string, amount: string) =>
      `The new price of ${title} that we announced will not apply. Your next payment is ${amount}.`,
  },
  owned: {
    subject: (shop: string) => `Your licenses from ${shop} are yours to keep`,
    heading: 'Your licenses are yours to keep',
    text: (title: string) =>
      `Everything for ${title} is paid. The licenses never end, and nothing more is charged.`,
  },
  ended: {
    subject: (shop: string) => `Your subscription at ${shop} has ended`,
    heading: 'Your subscription has ended',
    text: (title: string, day: string) => `${title} ended on ${day}. Nothing more is charged.`,
    kept: (day: string) =>
      `Your licenses go on working with the versions published by ${day}, and their security fixes.`,
    unpaid: 'It ended because a payment was missing.',
  },
};

export type SubscriptionTexts = typeof en;
