/** The texts of the pages of subscriptions; `subscriptions-de.ts` has the same keys. */
export const subscriptionsEn = {
  title: 'Subscriptions',
  back: 'Subscriptions',
  empty: 'You have no subscriptions.',
  emptyText: 'What you pay for by the day, week, month or year appears here.',
  unknown: 'We cannot find this subscription',
  unknownText: 'The link is wrong, or the subscription belongs to another account.',
  item: (name: string, variation: string) => (variation === '' ? name : `${name}, ${variation}`),
  times: (quantity: number) => `${quantity} licenses`,
  every: {
    Daily: (amount: string) => `${amount} every day`,
    Weekly: (amount: string) => `${amount} every week`,
    Monthly: (amount: string) => `${amount} every month`,
    Quarterly: (amount: string) => `${amount} every three months`,
    Yearly: (amount: string) => `${amount} every year`,
  },
  status: {
    Active: 'Active',
    Cancelled: 'Cancelled',
    Expired: 'Ended',
    Completed: 'Yours for good',
    Paused: 'Paused',
    PauseAhead: 'Pause planned',
    PaymentDue: 'Payment due',
    PaymentFailed: 'Payment failed',
  },
  nextOn: (day: string) => `Next payment on ${day}`,
  endsOn: (day: string) => `Ends on ${day}`,
  endedOn: (day: string) => `Ended on ${day}`,
  owned: 'Paid in full: the licenses are yours for good.',
  unpaid: 'A payment is open',
  facts: {
    plan: 'Plan',
    quantity: 'Licenses',
    price: 'Price',
    tax: (tax: string) => `including ${tax} tax`,
    next: 'Next payment',
    ends: 'Ends on',
    ended: 'Ended on',
    paidOff: 'Paid in full on',
    started: 'Since',
    method: 'Payment method',
    noMethod: 'None: we email you when a payment is due.',
    methodEnding: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    methodExpires: (month: string) => `valid until ${month}`,
  },
  retrying: 'The last payment did not go through',
  retryingText: (day: string) => `We try again on ${day}.`,
  worksUntil: (day: string) => `Your licenses work until ${day}.`,
  failedTitle: 'We could not charge your payment method',
  dueTitle: 'A payment is due',
  payBy: (amount: string, day: string) => `Pay ${amount} by ${day} to keep your licenses.`,
  payAgain: (amount: string) => `Pay ${amount} to use your licenses again.`,
  pay: (amount: string) => `Pay ${amount}`,
  changeMethod: 'Change the payment method',
  renew: 'Renew the subscription',
  cancel: 'Cancel the subscription',
  cancelQuestion: 'What happens when you cancel',
  cancelKept: (day: string) => `Until ${day}, everything works as before: you have paid for it.`,
  cancelLost: (name: string) => `After that, your licenses for ${name} end, on all devices.`,
  cancelFallback: (name: string, day: string) =>
    `After that, your licenses for ${name} keep the versions published by ${day}, for good.`,
  fallback: {
    title: 'Yours when it ends',
    none: (payments: number) =>
      payments === 1
        ? 'When the subscription ends, you keep the versions published when your last payment was due.'
        : `After ${payments} payments in a row, you keep the versions published when the first of them was due, when the subscription ends.`,
    earned: (day: string) =>
      `When the subscription ends, your licenses keep the versions published by ${day}, and their security fixes, for good.`,
    inForce: (day: string) =>
      `Your licenses keep the versions published by ${day}, and their security fixes, for good.`,
  },
  cancelCharged: 'Nothing is charged any more.',
  cancelBack: (day: string) => `You can take it back until ${day}.`,
  cancelNow: 'Cancel now',
  cancelling: 'Cancelling.',
  keep: 'Keep the subscription',
  cancelled: (day: string) => `Cancelled. It ends on ${day}, and nothing is charged any more.`,
  cancelledTitle: (day: string) => `This subscription ends on ${day}`,
  cancelledText: 'Your licenses work until then. Nothing is charged any more.',
  mergedText: 'Its payments count for your other subscription.',
  resume: 'Take the cancellation back',
  resuming: 'Taking it back.',
  resumed: (day: string) => `The subscription goes on. The next payment is on ${day}.`,
  endedTitle: 'This subscription has ended',
  endedText: 'Its licenses no longer work.',
  toShop: 'Go to the shop',
  milestones: 'Yours in the end',
  progress: (paid: number, all: number) => `${paid} of ${all} payments made`,
  milestoneCode: (payments: number) =>
    payments === 1 ? 'Coupon for the first payment' : `Coupon after ${payments} payments`,
  milestoneAhead: 'You get its code by mail.',
  milestoneRedeemed: 'redeemed',
  progressText: 'After the last one, nothing more is charged, and the licenses are yours for good.',
  payoff: 'Pay the rest at once',
  payoffText: (payments: number, amount: string) =>
    payments === 1
      ? `The last payment can be made now: ${amount}.`
      : `The remaining ${payments} payments can be made at once: ${amount}.`,
  payoffNet: (payments: number, amount: string) =>
    payments === 1
      ? `The last payment can be made now: ${amount} plus tax.`
      : `The remaining ${payments} payments can be made at once: ${amount} plus tax.`,
  payoffSaves: (amount: string) => `You save ${amount}.`,
  pause: {
    pause: 'Pause the subscription',
    length: 'For how long',
    periods: (count: number) => (count === 1 ? 'One period' : `${count} periods`),
    means: (day: string) =>
      `Everything works until ${day}. During the pause, nothing is charged and the licenses do not work. After it, the subscription goes on by itself.`,
    now: 'Pause now',
    keep: 'Do not pause',
    done: (day: string) => `Paused. It goes on by itself on ${day}.`,
    paused: (day: string) => `Paused until ${day}`,
    pausedText: (amount: string) =>
      `Nothing is charged during the pause. Ending it now begins a new period, and costs ${amount} today.`,
    ahead: (begin: string, end: string) => `Pauses from ${begin} to ${end}`,
    aheadText: (begin: string) =>
      `Everything works until ${begin}. Nothing is charged during the pause, and the subscription goes on by itself after it.`,
    end: 'End the pause',
    ended: 'The subscription is not paused any more.',
  },
  plan: {
    change: 'Change the plan or the number of licenses',
    keep: 'Keep it as it is',
    rest: (quantity: number) => (quantity === 1 ? 'One license, now' : `${quantity} licenses, now, each`),
    credit: 'Unused rest of what you paid',
    tax: 'Tax',
    due: 'Due now',
    beginsOn: 'Begins',
    atOnce: 'when it is paid',
    next: (day: string) => `Next payment on ${day}`,
    payNow: (amount: string) => `Pay ${amount} and change`,
    changeLater: 'Change with the next payment',
    changing: 'Changing.',
    agreed: (name: string, quantity: number) =>
      quantity === 1 ? `Changes to ${name}` : `Changes to ${name}, ${quantity} licenses`,
    begins: (day: string, price: string) => `It begins on ${day}, with the next payment of ${price}.`,
    used: (day: string) =>
      `If more licenses than that are used on devices on ${day}, you keep them and pay for them.`,
    waits: (day: string) =>
      `It begins when its payment is complete. If you do not pay before ${day}, nothing changes.`,
    countsAnew: 'Another plan counts its payments from the beginning.',
    ownedTogether:
      'All licenses become yours together, once each of them is paid for: licenses that you add move that day back.',
    toPayment: 'Go to the payment',
    drop: 'Do not change',
  },
  history: 'Payments',
  noHistory: 'No payment yet.',
};

/** The same in one language. */
export type SubscriptionsTexts = typeof subscriptionsEn;
