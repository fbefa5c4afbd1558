/** What a mail is called, and when it is sent. */
interface MailName {
  readonly name: string;
  readonly when: string;
}

/** By the id of the mail. */
const mails: Readonly<Record<string, MailName>> = {
  receipt: {
    name: 'Receipt or invoice',
    when: 'After a purchase, with the receipt and the way to the products.',
  },
  'payment-failed': {
    name: 'Payment failed',
    when: 'When a bank did not pay after the buyer had left the page.',
  },
  'payment-not-due': { name: 'Payment that was not due', when: 'When money arrives that pays nothing.' },
  refund: { name: 'Refund', when: 'When you refund an order or a part of it.' },
  'refund-elsewhere': {
    name: 'Refund in another way',
    when: 'When you record that you returned the money yourself.',
  },
  'items-removed': { name: 'Free items removed', when: 'When you take back units that were free.' },
  'refund-cancelled': {
    name: 'Refund cancelled',
    when: 'When a refund did not reach the buyer, and the purchase is valid again.',
  },
  withdrawal: { name: 'Withdrawal received', when: 'When a buyer withdraws from a purchase.' },
  'withdrawal-declined': { name: 'Withdrawal declined', when: 'When you decline a withdrawal.' },
  'new-version': {
    name: 'New version for free',
    when: 'To those who bought shortly before a new major version.',
  },
  'subscription-renewal': {
    name: 'Renewal soon',
    when: 'Before a subscription renews, with the amount and the day.',
  },
  'subscription-payment-due': { name: 'Payment due', when: 'When a renewal was not paid.' },
  'subscription-card-expiry': {
    name: 'Card expires',
    when: 'When the saved card is not valid for the next payment.',
  },
  'subscription-cancelled': {
    name: 'Subscription cancelled',
    when: 'When a subscription is cancelled, with its last day.',
  },
  'subscription-resumed': { name: 'Subscription goes on', when: 'When a cancellation is taken back.' },
  'subscription-paused': {
    name: 'Subscription paused',
    when: 'When a subscription is paused, with the day on which it goes on.',
  },
  'subscription-new-price': { name: 'New price', when: 'When you announce another price.' },
  'subscription-price-stays': { name: 'Price stays', when: 'When an announced price does not come.' },
  'subscription-plan-change': {
    name: 'Plan will change',
    when: 'When a change of plan is agreed, or has to be paid first.',
  },
  'subscription-plan-changed': { name: 'Plan has changed', when: 'When another plan begins.' },
  'subscription-milestone': { name: 'Coupon for loyalty', when: 'After the payments that earn a coupon.' },
  'subscription-paid-off': {
    name: 'Paid off',
    when: 'When a rent to own is paid, and the licenses stay for good.',
  },
  'subscription-ended': { name: 'Subscription ended', when: 'On the last day of a subscription.' },
  'confirm-account': {
    name: 'Confirm the account',
    when: 'When somebody signs up, if accounts have to be confirmed.',
  },
  'confirm-email': { name: 'Confirm the email address', when: 'When an address was not proven yet.' },
  'change-email': {
    name: 'Confirm another email address',
    when: 'To the new address, when a customer changes theirs.',
  },
  'reset-password': { name: 'New password', when: 'When a customer has forgotten the password.' },
  'first-password': { name: 'First password', when: 'When a customer without a password wants to sign in.' },
  'newsletter-confirm': {
    name: 'Confirm the newsletter',
    when: 'When somebody subscribes to the newsletter.',
  },
  'newsletter-welcome': {
    name: 'Welcome to the newsletter',
    when: 'When a subscription to the newsletter is confirmed.',
  },
};

/** The texts of the pages about texts of mails; `mail-text-de.ts` has the same keys. */
export const mailTextEn = {
  mails,
  intro:
    'What your mails to customers say. Items, amounts, days, buttons and links always stay: your text comes above them. Notices that protect an account, such as of a changed password, cannot be changed.',
  groups: {
    Purchases: 'Purchases',
    Subscriptions: 'Subscriptions',
    Account: 'Customer accounts',
    Newsletter: 'Newsletter',
  },
  languages: { en: 'English', de: 'German' },
  languageChoice: 'Language of the mail',
  unsaved: 'not saved',
  standard: 'Standard',
  own: (languages: string) => `Yours: ${languages}`,
  unfit: 'Does not fit',
  all: 'All mails',
  words: 'Your text',
  subject: 'Subject',
  heading: 'Heading',
  text: 'Text',
  textText: 'Comes first in the mail. An empty line begins a paragraph.',
  emptyText: 'An empty field is the standard one.',
  insert: 'Insert',
  insertOf: (what: string) => `Insert: ${what}`,
  placeholders: {
    shop: 'Your name',
    customer: 'Name of the customer',
    order: 'Order number',
    product: 'Product',
    version: 'Version',
  },
  stranger: (names: string) => `This mail has no ${names}. Insert what it has with the buttons below.`,
  strangers: 'The mail does not have everything that you wrote between braces.',
  unfitTitle: 'Your text does not fit any more',
  unfitText: 'Customers get the standard mail until you correct your text and save it.',
  save: 'Save',
  saved: 'Saved. New mails have this text.',
  savedStandard: 'Saved. New mails have the standard text.',
  toStandard: 'Back to the standard text',
  standardShown: 'This is the standard text. Save to use it.',
  readOnly: 'Your role reads the texts of mails, and does not change them.',
  preview: 'Preview',
  previewText:
    'With what the fields say, before you save it. The customer, the order and the amounts are made up.',
  previewChoice: 'Form of the preview',
  forms: { html: 'Mail', text: 'Plain text' },
  previewPaused: 'The preview shows the last text that fits.',
  test: 'Send me a test mail',
  testSent: (email: string) => `A mail to ${email} is on its way.`,
};

/** The texts in one language. */
export type MailTextTexts = typeof mailTextEn;
