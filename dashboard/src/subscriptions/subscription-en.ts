/** Refusals by their type, in words of the page. */
const refusals: Readonly<Record<string, string>> = {
  SubscriptionEnded: 'It has ended: there is nothing to change.',
  RenewalPending:
    'A renewal is open or held, or the subscription is paused or cancelled. Settle that first, then try again.',
  PlanChangePending: 'A change of this subscription is being paid. Wait until that has ended.',
  PreviewOutdated:
    'Another amount is due by now. Nothing was changed: look at a new preview, then confirm it.',
  NothingToTakeBack: 'The paid period is over, so this cannot be taken back.',
  RenewalNotHeld: 'No renewal is held any more. Nothing was changed.',
  RenewalNotPossible:
    'The store is closed, or every license is revoked or suspended. Restore a license first.',
  NothingToRetry: 'Nothing is open any more, or its payment is on its way.',
};

/** The texts of the pages about subscriptions; `subscription-de.ts` has the same keys. */
export const subscriptionEn = {
  empty: 'No subscriptions yet',
  emptyText: 'They appear here when somebody buys a variation with a billing cycle.',
  item: 'Item',
  status: 'Status',
  payment: 'Payment',
  paymentStates: {
    Paid: 'Paid',
    Retrying: 'Being tried again',
    NeedsBuyer: 'Needs the buyer',
    Held: 'Held for you',
  },
  price: 'Price',
  cycles: {
    Daily: (price: string) => `${price} a day`,
    Weekly: (price: string) => `${price} a week`,
    Monthly: (price: string) => `${price} a month`,
    Quarterly: (price: string) => `${price} a quarter`,
    Yearly: (price: string) => `${price} a year`,
  },
  next: 'Next payment',
  started: 'Started',
  ends: 'Ends',
  facts: 'Details',
  customer: 'Customer',
  quantity: 'Quantity',
  access: 'Licenses until',
  pausedUntil: 'Paused until',
  attempts: 'Failed charges',
  nextAttempt: 'Next try',
  held: 'Held because',
  holdReasons: {
    Overdue: 'it was overdue for more than 72 hours',
    ClockJump: 'the clock of the server has jumped',
    Unlicensed: 'every license is revoked or suspended',
    Disputed: 'a payment is disputed',
    Closed: 'the store is closed',
    Merged: 'it was merged into another one',
    NotConnected: 'you take no payments: no payment service is connected',
    Amount: 'the payment service does not charge such an amount',
    TaxDetails: 'the country of the buyer is missing, which taxes follow from',
    Provider: 'the payment service did not respond, or refused your shop',
  },
  failure: 'Last failure',
  method: 'Payment method',
  hasMethod: 'Charged by itself',
  noMethod: 'None is saved: the buyer pays each renewal',
  id: 'ID',
  ahead: 'What comes next',
  steps: {
    Notify: 'The customer is told of the renewal',
    Renew: 'The renewal is due',
    Charge: 'The payment method is charged again',
    Ask: 'The customer is asked to pay, by mail',
    LoseAccess: 'The licenses stop working',
    End: 'The subscription ends',
  },
  timeline: 'Timeline',
  noEvents: 'Nothing yet.',
  older: 'Show older',
  periods: 'Periods',
  noPeriods: 'No periods.',
  periodStates: { Open: 'Waits for its payment', Paid: 'Paid', Skipped: 'Given', Void: 'Void' },
  period: (number: number) => `Period ${number}`,
  order: 'Order',
  cancel: 'Cancel the subscription',
  end: 'End now',
  when: 'When it ends',
  endChoices: {
    PeriodEnd: 'With the paid period',
    Now: 'Now, without a refund',
    NowWithRefund: 'Now, with a refund',
  },
  endTexts: {
    PeriodEnd:
      'Nothing more is charged. It ends with the paid period; until then it can be taken back, also by the customer.',
    Now: 'Nothing more is charged, and its licenses end at once. No money goes back, and this cannot be taken back. The customer gets a mail.',
    NowWithRefund:
      'Nothing more is charged, and its licenses end at once. What was paid for the days of this period that are left goes back to the buyer. This cannot be taken back. The customer gets a mail.',
  },
  resume: 'Resume',
  resumeText: 'It goes on: the next renewal is charged when it is due.',
  release: 'Charge now',
  releaseText: 'The renewal that was held for you is charged now.',
  retry: 'Charge again',
  retryText:
    'The open renewal is charged to the saved payment method now. If that fails, the buyer is told by mail, and the tries to come stay as they are.',
  skip: 'Give it away',
  skipText:
    'What the held renewal was for is given, and nothing is due until the end of the period that runs.',
  extend: 'Extend',
  extendText: 'The last period gets longer for nothing. The next renewal is due at its new end.',
  comp: 'Give periods',
  compText:
    'The next periods cost nothing. A renewal that is open or held is the first of them. The next one after them is charged as usual.',
  howMany: 'Periods',
  pause: 'Pause',
  pauseText:
    'Nothing is charged for the next periods, and the licenses end after the paid period and the grace. It goes on by itself after the pause, or when you resume it. The customer gets a mail.',
  change: 'Change the plan',
  changeText:
    'The preview says what it costs and when it begins, before anything changes. Money never goes back by a change.',
  plan: 'Plan',
  archivedPlan: (name: string) => `${name} (no longer sold)`,
  noPlans: 'Without plans',
  quantityText: 'Not less than are used on devices: release devices first.',
  begins: 'When it begins',
  beginsByPrice: 'At once, if it is dearer',
  beginsLater: 'With the next renewal',
  preview: 'Preview',
  changeNow: 'The saved payment method is charged at once. The change begins when it is paid.',
  changeByMail:
    'No payment method is saved: the customer gets a mail with a page to pay on. The change begins when it is paid.',
  changeLater: (day: string) =>
    `It begins with the renewal on ${day}, and costs nothing before. The customer gets a mail.`,
  changeDrops:
    'The change that was agreed is dropped: plan and quantity stay as they are, and nothing is due. The customer gets no mail.',
  planLine: (quantity: number, name: string) => `${quantity} × ${name}`,
  planCredit: 'Less what is paid and unused',
  dueNow: 'Due now, with tax',
  nextOn: (day: string) => `Renewal on ${day}, with tax`,
  nextPlan: 'Changes to',
  nextPlanNow: (plan: string) => `${plan}, once it is paid`,
  nextPlanLater: (plan: string, price: string) => `${plan}, with the next renewal of ${price}`,
  nextPrice: 'Announced price',
  nextPriceText: (price: string, day: string) => `${price}, from ${day}`,
  notices: {
    Queued: 'its mail is still to be sent',
    Sent: 'the customer knows',
    Undeliverable: 'its mail could not be delivered, so the price stays',
  },
  announce: 'Announce a price',
  announceText:
    'A subscription keeps the price that it was bought at. Another one is announced by mail, with the old price, the new one, the day and a link to cancel. If that mail is not sent at least 30 days before a renewal, the renewal costs the old price.',
  currency: 'Currency',
  newPrice: (currency: string) =>
    `New price of one license for one period${currency === '' ? '' : ` in ${currency}`}`,
  firstDay: 'First day',
  firstDayText: 'Renewals on that day and later cost the new price.',
  choosePlan: 'Choose the plan.',
  priceShape: 'Enter an amount of more than 0, such as 9.90.',
  tooSoon: (days: number) => `Choose a day more than ${days} days ahead: customers have that long to cancel.`,
  announced: (count: number, { price, day }: { readonly price: string; readonly day: string }) =>
    count === 0
      ? 'Nobody has subscribed to this plan in this currency: nothing will happen.'
      : count === 1
        ? `1 customer is told by mail, and pays ${price} for renewals from ${day}.`
        : `${count} subscriptions are concerned: their customers are told by mail, and pay ${price} for renewals from ${day}.`,
  announceTo: (count: number) => (count === 1 ? 'Send 1 mail' : `Send ${count} mails`),
  refusals,
  broken: 'This subscription contradicts itself',
  brokenText:
    'That is never to happen, and is a fault of the program. Nothing is charged twice, but compare its periods with its payments before its next renewal, cancel it if in doubt, and report it.',
  violations: {
    Gap: 'Its periods overlap or leave a gap.',
    Numbers: 'Its periods are not numbered from 1.',
    OpenWithoutOrder: 'A period waits for its payment and has no order.',
    PaidWithoutPayment: 'A period counts as paid without an order, or its order is not completed.',
    PaymentWithoutPeriod: 'A renewal was paid and pays no period.',
    RenewalAfterEnd: 'A renewal was placed after it had ended.',
    ChargedTwice: 'A renewal was charged twice.',
    ChargeAfterEnd: 'It was charged after it was cancelled, or had ended.',
    ChargeInDispute: 'It was charged while a payment of it was disputed.',
    ErasedRuns: 'Its customer was deleted, and it goes on.',
    PaidUntil: 'It is not paid until the end of its last period with access.',
    LicenseEnd: 'A license ends before it.',
    LicenseBeyond: 'A license lasts longer than it.',
    Grace: 'It has access for longer than it is paid for and any grace.',
    MergedRuns: 'It was merged into another one, and goes on.',
    MergedCycles: 'More of its payments count for the other one than there are.',
    OrderPayment: 'An order of it is paid without a payment, or with two, or with one of another amount.',
    Refunds: 'The refunds of a payment of it are not what the payment counts.',
    DocumentGap: 'The numbers of documents have a gap.',
  },
  days: 'Days',
  merge: 'Merge',
  mergeText:
    'The payments for another subscription of this customer to the same plan count for this one: towards coupon codes, and towards licenses that never end. The customer gets a mail.',
  mergeEnds:
    'If the other one runs, it ends with its paid period. It cannot be resumed or renewed, and its licenses do not go over.',
  noneToMerge: 'This customer has no other subscription to this plan.',
  otherSubscription: 'The other subscription',
  choose: 'Choose',
  chooseToMerge: 'Choose the other subscription.',
  mergeOption: (day: string, status: string) => `Begun on ${day}: ${status}`,
  mergedInto: 'Its payments count for',
  anotherSubscription: 'another subscription',
  reason: 'Reason',
  reasonText: 'For the timeline.',
};

/** The texts in one language. */
export type SubscriptionTexts = typeof subscriptionEn;
