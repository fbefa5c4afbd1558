/** The texts of what can be done with an order; `order-de.ts` has the same keys. */
export const orderEn = {
  refunds: 'Refunds',
  refundStatuses: { Pending: 'Pending', Succeeded: 'Refunded', Failed: 'Failed' },
  refundOrigins: { Vendor: 'Made here', Provider: 'Made at the payment provider', Dispute: 'Lost dispute' },
  refund: 'Refund',
  refundTitle: (number: string) => `Refund order ${number}`,
  what: 'What goes back',
  parts: {
    all: (amount: string) => `Everything that is left: ${amount}`,
    units: 'Some units',
    amount: 'An amount of money',
  },
  units: (title: string, most: number) => `${title}, at most ${most}`,
  unitsShape: 'Enter a number of units for at least one item.',
  amount: (currency: string) => `Amount in ${currency}`,
  amountShape: 'Enter an amount such as 12.50.',
  reason: 'Reason',
  reasonText: 'The buyer reads it in the mail and on the credit note.',
  keepLicenses: 'The buyer keeps the licenses',
  subscription: 'The subscription',
  choose: 'Choose…',
  chooseSubscription: 'Choose what becomes of the subscription.',
  subscriptions: {
    EndNow: 'Ends now',
    EndWithPeriod: 'Ends with the paid period',
    Keep: 'Goes on',
  },
  outcome: {
    all: (amount: string, email: string) =>
      `${amount} goes back the way it was paid, a credit note is issued, and ${email} gets a mail.`,
    units: (email: string) =>
      `What was paid for these units goes back, a credit note is issued, and ${email} gets a mail.`,
    amount: (amount: string, email: string) =>
      `${amount} goes back the way it was paid, a credit note is issued, and ${email} gets a mail. The buyer keeps the licenses.`,
    revoked: 'The licenses of these units stop working: those without devices first.',
    kept: 'The licenses go on working.',
    subscriptions: {
      EndNow: 'The subscription ends now.',
      EndWithPeriod: 'The subscription ends with the paid period.',
      Keep: 'The subscription goes on.',
    },
  },
  buyer: 'the buyer',
  affected: 'Later orders of this customer cost less because of these licenses. Refund anyway.',
  receipt: 'Send the receipt again',
  receiptText: (email: string) =>
    `${email} gets the mail about this order once more, with a link to the document. A buyer who has not chosen a password yet gets a new link for that.`,
  invoice: 'Correct the invoice',
  invoiceReplaces: (number: string) =>
    `A new invoice is issued with these details. It names ${number} and replaces it: a document that was issued never changes. Amounts and taxes stay. Send the receipt again afterwards, and the buyer gets it.`,
  invoiceBeside: (number: string) =>
    `An invoice is issued with these details, for the same purchase as ${number}. Amounts and taxes stay.`,
  invoiceSubmit: 'Issue the invoice',
  invoiceFields: {
    name: 'Name',
    businessName: 'Company',
    taxId: 'Tax ID',
    streetAddress1: 'Street',
    streetAddress2: 'Second line',
    postCode: 'Post code',
    locality: 'City',
    region: 'State or region',
    countryCode: 'Country, in two letters',
  },
  return: 'Return the money',
  returnText: (amount: string) =>
    `${amount} goes back the way it came, and who paid it gets a mail. Licenses and documents stay as they are: this payment bought nothing.`,
  returnReasonText: 'The buyer reads it in the mail.',
  returnSubmit: 'Return',
  undueReasons: {
    Surplus: 'A payment arrived that was not needed, or was more than was due. It bought nothing.',
    Short: 'A payment was less than was due. It bought nothing.',
  },
  settle: 'Record a return',
  settleText: (amount: string, email: string) =>
    `${amount} have to go back to the buyer. If you have returned them in another way, such as by a bank transfer, record it: nothing is returned by itself any more, and ${email} gets a mail.`,
  settleReason: 'How it was returned',
  settleReasonMissing: 'Say how the money was returned.',
  settleSubmit: 'Record',
  owed: 'Money has to go back',
  owedText: (amount: string, reason: string) => `${amount}: ${reason}`,
  receiptSubmit: 'Send',
  receiptSent: (email: string) => `The receipt is on its way to ${email}.`,
};

/** The texts in one language. */
export type OrderTexts = typeof orderEn;
