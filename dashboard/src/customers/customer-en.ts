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
  grant: 'Grant a license',
  grantTitle: (customer: string) => `Grant ${customer} a license`,
  grantText: 'It is free, and appears in the account at once. Nobody gets a mail.',
  product: 'Product',
  noProducts: 'There is no product yet.',
  quantity: 'How many',
};

/** The texts in one language. */
export type CustomerTexts = typeof customerEn;
