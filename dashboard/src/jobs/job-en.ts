/** What the kinds of jobs do; a kind that is not here is shown by its name. */
const kinds: Readonly<Record<string, string>> = {
  'mail.send': 'Send a mail',
  'identity.password-reset': 'Mail a link for a new password',
  'events.mail': 'Mail you what happened',
  'orders.fulfil': 'Deliver an order',
  'payments.settle': 'Settle a payment',
  'payments.refund': 'Send a refund',
  'payments.reversals': 'Read refunds and disputes of a payment',
  'payments.missed-events': 'Look for missed messages of the payment provider',
  'payments.unread-events': 'Read messages of the payment provider',
  'payments.delete-method': 'Delete a saved payment method',
  'payments.erase-buyer': 'Erase a buyer at the payment provider',
  'subscriptions.step': 'Renew a subscription',
  'subscriptions.announce-price': 'Announce a price',
  'subscriptions.confirm-price': 'Check the announcement of a price',
  'subscriptions.return-money': 'Return money of a subscription',
  'coupons.generate-codes': 'Create coupon codes',
  'vouchers.generate': 'Create voucher codes',
  'vouchers.licenses': 'Change the licenses of vouchers',
  'withdrawals.grant': 'Grant a withdrawal',
  'licensing.grace': 'Close the store',
  'webhooks.deliver': 'Send webhooks',
};

/** The texts of the page about failed jobs; `job-de.ts` has the same keys. */
export const jobEn = {
  empty: 'Nothing is stuck',
  emptyText: 'Work in the background that fails too often appears here, and can be run again.',
  kinds,
  work: 'Work',
  about: 'About',
  subjects: {
    Order: 'An order',
    Customer: 'A customer',
    Subscription: 'A subscription',
    VoucherBatch: 'Vouchers',
    Product: 'A product',
  },
  orderOf: (number: string) => `Order ${number}`,
  error: 'Why it failed',
  failed: 'Failed',
  tries: 'Tries',
  id: 'ID',
  again: 'Run again',
  againOf: (work: string) => `Run again: ${work}`,
  discard: 'Discard',
  discardOf: (work: string) => `Discard: ${work}`,
  discardTitle: 'Discard this job?',
  discardText: 'Its work will not be done. This cannot be undone.',
};

/** The texts in one language. */
export type JobTexts = typeof jobEn;
