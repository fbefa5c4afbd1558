import { taxLabel, taxWord } from '@latchkey/ui/texts/shared-en.ts';

/** The texts of the customer’s orders; `orders-de.ts` has the same keys. */
export const ordersEn = {
  title: 'Orders',
  search: 'Search orders by number or product',
  noMatch: (text: string) => `No order matches “${text}”.`,
  matches: (count: number) => (count === 1 ? '1 order' : `${count} orders`),
  empty: 'You have no orders yet.',
  emptyText: 'Each purchase appears here with its receipt.',
  of: (date: string) => `Order of ${date}`,
  items: (first: string, others: number) => (others === 0 ? first : `${first} and ${others} more`),
  free: 'Free',
  back: 'Orders',
  unknown: 'We cannot find this order',
  unknownText: 'The link is wrong, or the order belongs to another account.',
  order: 'Order',
  open: 'This order is not paid',
  openText: 'Nothing was charged.',
  paid: 'We received your payment and are delivering your order',
  paidText:
    'You do not need to pay again. The licenses and the receipt appear here automatically, usually within a minute.',
  cancelled: 'This order was cancelled, and you are getting a refund',
  cancelledText:
    'It could not be delivered. The refund goes to your original payment method and can take a few days.',
  again: 'Go to the shop',
  processing: 'Your payment is being processed',
  processingText: 'Some payments take days to arrive. You get an email when the order is complete.',
  refunded: (amount: string) => `${amount} was refunded`,
  refundedText: 'The refund goes to your original payment method and can take a few days.',
  number: 'Order number',
  withdraw: 'Withdraw from contract here',
  contents: 'What you ordered',
  openContents: 'In this order',
  quantity: (quantity: number, price: string) => `${quantity} × ${price}`,
  bundle: (names: string) => `Contains ${names}`,
  discount: 'Discount',
  discountBy: (codes: string) => `Discount (${codes})`,
  subtotal: 'Subtotal',
  tax: taxLabel,
  taxIncluded: (amount: string, country: string | undefined) => `Includes ${amount} ${taxWord(country)}`,
  total: 'Total',
  coupons: (codes: string) => `Coupon ${codes}`,
  documents: 'Receipts and invoices',
  kinds: {
    Receipt: 'Receipt',
    Invoice: 'Invoice',
    CreditNote: 'Credit note',
    Reversal: 'Reversal of a credit note',
  },
  save: 'Save as PDF',
  provider: 'Open the invoice',
  pending: 'The receipt appears here once the order is complete.',
  invoiceOpen: 'Request an invoice with a business address',
  invoiceText:
    'You get it in addition to the receipt. It shows the tax that you paid. Each order can have one invoice.',
  invoiceSend: 'Issue the invoice',
  invoiceSending: 'Issuing the invoice.',
  invoiceDone: (number: string) => `Invoice ${number} was issued.`,
};

/** The same in one language. */
export type OrdersTexts = typeof ordersEn;
