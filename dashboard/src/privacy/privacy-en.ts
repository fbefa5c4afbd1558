const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** The texts of the page about privacy; `privacy-de.ts` has the same keys. */
export const privacyEn = {
  rules: 'Your policy and customer accounts',
  policy: 'Address of your privacy policy',
  policyText: 'The checkout and the other pages link to it. The address begins with https://.',
  requiresConfirmedEmail: 'Customers confirm their email before they can sign in',
  requiresConfirmedEmailText: 'Nobody can then use an account with the address of somebody else.',
  confirmsEmailChange: 'A new email counts once it is confirmed',
  confirmsEmailChangeText:
    'Until the customer opens the link in a mail to the new address, the old one stays. Otherwise a change counts at once.',
  waitsForProvenEmail: 'Licenses that you give or import wait for a proven email',
  waitsForProvenEmailText:
    'They reach the customer only when the address is known to be theirs, for example by a link in a mail.',
  kept: 'What is kept, and for how long',
  keptText:
    'Everything else stays until the customer is deleted. Whoever runs the server sets how long events and the audit log are kept; the guide names the settings.',
  documents: 'Paid orders, receipts and invoices',
  documentsDays: 'For good, also of deleted customers: tax law requires it',
  mails: 'Mails to customers',
  sessions: 'Where customers are signed in',
  sessionsDays: (signedIn: number, ended: number) =>
    `Until ${days(signedIn)} without a visit, and ${days(ended)} after that`,
  carts: 'Carts',
  cartsDays: (guests: number, customers: number) =>
    `${days(guests)} after the last change, those of customers ${days(customers)}`,
  backups: 'Backups',
  backupsDays: 'As long as you keep them',
  events: 'Events for other systems and webhooks',
  auditLog: 'Audit log',
  days,
  forever: 'For good',
  requests: 'When customers ask for their data',
  requestsText:
    'Customers download what is stored about them, and delete their account, by themselves on the customer page.',
  openAccount: 'Open the customer page',
  requestsHere:
    'For somebody who cannot sign in, owners and admins do both on the page of the customer. “Download their data” saves the same file. “Delete” first says what goes and what stays, for example paid orders with their documents.',
  findCustomer: 'Find the customer',
};

/** The texts in one language. */
export type PrivacyTexts = typeof privacyEn;
