/** The texts about trials; `trial-de.ts` has the same keys. */
export const trialEn = {
  status: 'Status',
  product: 'Product',
  productId: 'Product ID',
  device: 'Device',
  signature: 'Signature of the device',
  email: 'Email of the customer',
  owner: 'Customer',
  ownerOf: (device: string) => `Customer of ${device}`,
  open: 'Open',
  anonymous: 'Not signed in',
  started: 'Started',
  ends: 'Ends',
  lastSeen: 'Last seen',
  empty: 'No trials yet',
  emptyText: 'A trial appears here when an application asks for one, also of people who never sign in.',
  reset: 'Start again',
  resetOf: (product: string, device: string) => `Start again: the trial of ${product} on ${device}`,
  resetText: 'It has its full number of days again as soon as the application next asks for it.',
  isReset: 'Starts again',
};

/** The texts in one language. */
export type TrialTexts = typeof trialEn;
