import type { components } from '@latchkey/sdk';

type Moved = components['schemas']['MovedThings'];

/** The texts of what can be done for a customer; `customer-de.ts` has the same keys. */
export const customerEn = {
  change: 'Change',
  changeTitle: (customer: string) => `Change ${customer}`,
  fields: {
    name: 'Name',
    email: 'Email',
    businessName: 'Company',
    taxId: 'Tax ID',
    phone: 'Phone',
    streetAddress1: 'Street',
    streetAddress2: 'Second line',
    postCode: 'Post code',
    locality: 'City',
    region: 'State or region',
    countryCode: 'Country, in two letters',
  },
  emailText:
    'Another email takes effect at once and signs the customer out everywhere. The previous address is told.',
  emailForbidden: 'Your role does not include changing it.',
  save: 'Save',
  nothing: 'Nothing was changed yet.',
  trials: 'Trials',
  noTrials: 'No trials.',
  trialStatuses: { Active: 'Running', Expired: 'Over' },
  reset: 'Start again',
  resetOf: (product: string, device: string) => `Start the trial of ${product} on ${device} again`,
  resetText: 'It has its full number of days again as soon as the application next asks for it.',
  isReset: 'Starts again',
  export: 'Download their data',
  erase: 'Delete',
  eraseTitle: (customer: string) => `Delete ${customer} for good?`,
  eraseText: 'Nobody can undo this.',
  eraseEffects: [
    'Name, email, address, sessions, carts and mails are removed. The email is free for a new account.',
    'All licenses are revoked, their devices are released, and subscriptions end. Nothing is refunded.',
    'Invoices and completed orders stay as the law wants them, with the details of the buyer in them.',
  ],
  eraseConfirm: (email: string) => `Enter ${email} to confirm`,
  eraseMismatch: 'This is not the email of the customer.',
  eraseSubmit: 'Delete for good',
  merge: 'Merge',
  mergeTitle: (customer: string) => `Merge another customer into ${customer}`,
  mergeText: 'Only where you know that both are one person: this gives one what belongs to the other.',
  mergeEmail: 'Email of the other customer',
  mergeReason: 'How you know, for the audit log',
  mergeLook: 'Show what moves',
  mergeSubmit: 'Merge for good',
  mergeAsk: 'Ask by mail',
  mergeAsks: 'They have an account of their own, so a mail asks them first. Nothing moves until they agree.',
  mergeAsked: (email: string) =>
    `${email} got a mail. Nothing has moved: it does when they agree, within seven days.`,
  mergeMoves: (from: string) => `From ${from}, this moves:`,
  mergeCounts: ({ orders, licenses, subscriptions, trials, vouchers }: Moved) =>
    `Orders: ${orders} · Licenses: ${licenses} · Subscriptions: ${subscriptions} · Trials: ${trials} · Vouchers: ${vouchers}`,
  mergeEffects: [
    'Devices and subscriptions go on as they are.',
    'The other email no longer signs anybody in and is free for a new account. Its carts are deleted.',
    'A mail tells the other email what happened.',
    'Nobody can undo this.',
  ],
  mergeUnknown: 'No customer has this email.',
  mergeRefused: (email: string) =>
    `Not now: the email of one of them was changed in the last seven days, purchases wait until the other email is proven, or ${email} is not proven while the other is. In the last case, merge them the other way round.`,
  view: 'View as customer',
  viewTitle: (customer: string) => `See the account of ${customer} as they do`,
  viewText:
    'You see it for half an hour, and can change nothing. The audit log has that you looked, and why.',
  viewReason: 'Why you look, for the audit log',
  viewSubmit: 'Prepare the account',
  viewReady: 'The link works once, for two minutes.',
  viewOpen: 'Open the account in a new tab',
  mergedInto: 'This customer was merged into another one.',
  grant: 'Grant a license',
  grantTitle: (customer: string) => `Grant ${customer} a license`,
  grantText: 'It is free, and appears in the account at once. Nobody gets a mail.',
  product: 'Product',
  noProducts: 'There is no product yet.',
  quantity: 'How many',
};

/** The texts in one language. */
export type CustomerTexts = typeof customerEn;
