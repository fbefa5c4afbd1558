const ID = '0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a10';

/** Values of the properties of what a support desk and bookkeeping do. */
export const DESK_EXAMPLES: Readonly<Record<string, unknown>> = {
  orderId: '0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a11',
  jobId: ID,
  subscriptionId: ID,
  mergedInto: '0190a8f0-5c3e-7d41-9b7a-2f6c1d8e4a12',
  'ManyLicensesChange.ids': ID,
  'LicenseMessage.ids': ID,
  messageId: ID,
  'CustomerMerge.from': ID,
  'CustomerViewLink.url': 'https://shop.example.com/account/view#code=Zm9yLWhhbGYtYW4taG91cg',
  fromId: ID,
  'SalesOfTaxRate.region': 'CA',
  quarter: '2026-Q3',
  fromMonth: '2026-01',
  toMonth: '2026-12',
  mapping: '{"fields": {"externalId": "ID"}}',
};
