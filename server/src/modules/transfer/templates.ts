/** Mappings to start with, by purpose. */
export const IMPORT_TEMPLATES = {
  customers: {
    fields: {
      externalId: 'Customer ID',
      email: 'Email',
      name: 'Name',
      businessName: 'Company',
      'address.countryCode': 'Country',
      'address.streetAddress1': 'Street',
      'address.postCode': 'Postcode',
      'address.locality': 'City',
      'communicationPreferences.newsletterOptIn': 'Newsletter',
      createdAt: { column: 'Created', format: 'YYYY-MM-DD' },
      passwordHash: 'Password hash',
    },
    ignore: ['Notes'],
  },
  licenses: {
    fields: {
      externalId: 'License ID',
      ownerEmail: 'Email',
      productId: { column: 'Product', values: { 'My App Pro': 'my-app' } },
      keyCode: 'Key',
      maxNumberOfActivations: { column: 'Seats', default: 1, values: { unlimited: 1_000_000 } },
      offlineActivationsAllowed: { value: true },
      expiresAt: { column: 'Expires', format: 'DD.MM.YYYY', values: { lifetime: null } },
      createdAt: { column: 'Sold', format: 'DD.MM.YYYY' },
      activations: { column: 'Machines', separator: ';' },
      'properties.edition': { column: 'Edition', public: true, includeInToken: true },
    },
    ignore: ['Notes'],
  },
  trials: {
    fields: {
      productId: { value: 'my-app' },
      deviceSignature: 'Machine',
      deviceName: 'Machine name',
      expiresAt: { column: 'Ends', format: 'unix' },
    },
  },
  vouchers: {
    fields: {
      code: 'Code',
      name: { value: 'Gift cards' },
      contents: { column: 'Product', values: { 'My App Pro': 'my-app' } },
      expiresAt: { column: 'Valid until', format: 'DD.MM.YYYY' },
      ownerEmail: 'Redeemed by',
    },
  },
  keygen: {
    policies: { 'id of a policy': 'my-app' },
    products: { 'id of a product': 'my-app' },
    unlimitedMachines: 1_000,
    metadata: { public: false, includeInToken: false },
  },
} as const;
