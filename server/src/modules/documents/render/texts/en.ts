/** Where the tax is a sales tax. */
const salesTax = {
  rate: 'Tax rate',
  tax: 'Sales tax',
  taxOf: (rate: string, country: string, net: string) => `Sales tax ${rate}${country} on ${net}`,
  includedTax: (rate: string, tax: string) => `includes ${rate} sales tax, ${tax}`,
  reasons: {
    ReverseCharge: 'Reverse charge: the recipient is liable for the tax.',
    NotCollecting: 'No sales tax is charged for this place of supply.',
    ZeroRated: 'Zero-rated supply.',
    Exempt: 'Exempt from sales tax.',
    Provider: 'The payment provider calculated the tax.',
  },
};

/** The texts of documents and of the mails with them. */
export const en = {
  kinds: {
    Receipt: 'Receipt',
    Invoice: 'Invoice',
    CreditNote: 'Credit note',
    Reversal: 'Reversal of a credit note',
  },
  number: 'Number',
  issuedOn: 'Date of issue',
  suppliedOn: 'Date of supply',
  order: 'Order',
  payment: 'Payment',
  soldBy: 'Sold by',
  billedTo: 'Billed to',
  taxId: 'Tax ID',
  item: 'Item',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  net: 'Net',
  rate: 'VAT rate',
  tax: 'VAT',
  amount: 'Amount',
  sumNet: 'Net total',
  total: 'Total',
  credited: 'Total credited',
  each: (price: string) => `${price} net each`,
  lowerPrice: (title: string) => `Price reduction: ${title}`,
  taxOf: (rate: string, country: string, net: string) => `VAT ${rate}${country} on ${net}`,
  includedTax: (rate: string, tax: string) => `includes ${rate} VAT, ${tax}`,
  paid: (date: string, method: string | undefined) =>
    method === undefined ? `Paid on ${date}` : `Paid on ${date}, ${method}`,
  free: 'No payment was due',
  methods: {
    card: 'card',
    paypal: 'PayPal',
    link: 'Link',
    sepa_debit: 'SEPA direct debit',
    bank_transfer: 'bank transfer',
  },
  reductions: 'Already deducted',
  reasons: {
    ReverseCharge: 'Reverse charge: the recipient is liable for the VAT.',
    NotCollecting: 'No VAT is charged for this place of supply.',
    ZeroRated: 'Zero-rated supply.',
    Exempt: 'Exempt from VAT.',
    Provider: 'The payment provider calculated the tax.',
  },
  ofReceipt: (number: string, date: string) =>
    `This invoice is for the same purchase as receipt ${number} of ${date}. It is not a second sale.`,
  replaces: (number: string, date: string) =>
    `This invoice replaces invoice ${number} of ${date}, which had other details of the buyer. It is not a second sale.`,
  reverses: (number: string, date: string) =>
    `This document reverses the credit note ${number} of ${date}: the money is back with the seller.`,
  credits: (number: string, date: string) => `This credit note corrects ${number} of ${date}.`,
  reason: (reason: string) => `Reason: ${reason}`,
  file: (title: string, number: string) => `${title} ${number} (PDF)`.replace('  ', ' '),
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  salesTax,
};

/** The same in one language; those that have one word for every tax on a sale change nothing for a sales tax. */
export type DocumentTexts = Omit<typeof en, 'salesTax'> & { readonly salesTax: Partial<typeof salesTax> };
