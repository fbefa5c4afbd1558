/** What is looked at, by the names that the API has. */
const checks: Readonly<Record<string, string>> = {
  use: 'In use',
  account: 'Account at Stripe',
  mode: 'Test or live',
  key: 'Checkout',
  payments: 'Payments',
  refunds: 'Refunds',
  events: 'Events',
  disputes: 'Disputes',
  warnings: 'Fraud warnings',
  customers: 'Buyers for taxes',
  webhook: 'Webhook',
  currency: 'Currency',
  taxes: 'Taxes',
  mails: 'Mails to you',
};

/** Sentences of the server that are said better here, by check and result; other sentences are the server's. */
const sentences: Readonly<Record<string, string>> = {
  'mails Note':
    'Your email address is missing. Until then, the owners of the account get the mails about failed payments, undue money and disputes.',
};

/** The texts about the payment provider; `payment-de.ts` has the same keys. */
export const paymentEn = {
  notConnected: 'Stripe is not connected',
  notConnectedText:
    'Connect your Stripe account to take payments. Begin with a test key: then you can buy from your own shop without money.',
  connect: 'Connect Stripe',
  connection: 'Connection',
  modes: { Test: 'Test: no money moves', Live: 'Live' },
  mode: 'Mode',
  key: 'Key',
  keyHint: (end: string) => `ends with ${end}`,
  inPage: 'Form in the checkout page',
  managed: 'Merchant of record',
  managedBy: { stripe: 'Stripe', own: 'You' },
  tax: 'Taxes by Stripe',
  taxModes: {
    off: 'Stripe calculates none',
    inclusive: 'Stripe calculates them; prices include them',
    exclusive: 'Stripe calculates them; they are added',
  },
  managedSwitch: 'Stripe is the merchant of record (managed payments)',
  inPageSwitch: 'Show the payment form on the checkout page itself',
  yes: 'Yes',
  no: 'No',
  checks: 'Checks',
  checkAgain: 'Check again',
  allFine: 'Everything works as it should.',
  someWrong: (count: number) =>
    count === 1 ? 'One thing keeps payments from working.' : `${count} things keep payments from working.`,
  results: { Fine: 'OK', Note: 'Note', Wrong: 'Wrong' },
  names: checks,
  sentences,
  enterEmail: 'Enter it',
  change: 'Change',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect Stripe',
  disconnectText:
    'The key is forgotten, and the checkout takes no payments until you connect again. Subscriptions cannot be charged meanwhile.',
  force: 'Also if payments are pending: they fail at their deadline, even if the buyer has paid',
  stillReports: (reason: string) =>
    `The key is forgotten. Stripe still reports events: delete the endpoint there. ${reason}`,
  steps: { key: 'the key', options: 'options' },
  step: (now: number, all: number, name: string) => `Step ${now} of ${all}: ${name}`,
  next: 'Next',
  keyText: {
    where:
      'In the Stripe dashboard, open Developers, API keys, and create a restricted key with these permissions:',
    paste: 'Then paste it here. It is stored encrypted and never shown again.',
  },
  permissions: [
    'Checkout Sessions: write',
    'Payment Intents: write',
    'Charges and Refunds: write',
    'Customers: write',
    'Events: read',
    'Disputes: read',
    'Radar: read',
    'Webhook Endpoints: write',
  ],
  secret: 'Secret or restricted key',
  secretText: 'It begins with rk_test_, sk_test_, rk_live_ or sk_live_.',
  wrongKey: 'This is no secret key: such a key begins with rk_test_, sk_test_, rk_live_ or sk_live_.',
  publicOnly: 'This is the publishable key. The secret one begins with sk_ or rk_.',
  testKey: 'A test key: no money moves, and test cards buy real licenses.',
  liveKey: 'A live key: buyers pay real money.',
  webhook: 'How Stripe reports payments',
  webhooks: {
    keep: 'As before',
    auto: 'Register an address at Stripe (recommended)',
    own: 'An endpoint of my own, with this secret',
    none: 'Not at all: payments are noticed some minutes later',
  },
  webhookSecret: 'Signing secret of the endpoint',
  webhookNeeded: 'Enter the signing secret of your endpoint.',
  publishable: 'Publishable key',
  publishableText: 'Only for the payment form inside your own pages. It begins with pk_.',
  connectSubmit: 'Connect',
  modesMixed: 'Test and live keys cannot be mixed. Disconnect first, then connect with the other key.',
  accountsMixed:
    'This key belongs to another account at Stripe, while payments or refunds are pending. Wait until they have ended.',
  changedMeanwhile: 'Somebody else changed the connection meanwhile. Close this, look at it, then try again.',
  pending: 'Payments are pending. Wait until they have ended: an hour, or days for bank transfers.',
};

/** The texts in one language. */
export type PaymentTexts = typeof paymentEn;
