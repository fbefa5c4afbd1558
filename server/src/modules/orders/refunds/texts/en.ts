/** The words of the mail about a refund, in English. */
export const en = {
  money: {
    subject: (shop: string) => `Your refund from ${shop}`,
    heading: 'Your money is on its way back',
    explanation:
      'The money goes back to the means of payment that you used. Depending on your bank, it takes five to ten days to arrive.',
  },
  /** Of units that cost nothing. */
  free: {
    subject: (shop: string) => `Change to your order at ${shop}`,
    heading: 'Items of your order were taken back',
    explanation: 'The items above cost nothing, so no money goes back. Their licenses no longer work.',
  },
  order: 'Order',
  date: 'Date',
  reason: 'Reason',
  tax: 'Tax',
  refund: 'Refund',
  item: 'Item',
  part: (title: string) => `Part of ${title}`,
  visitShop: 'Visit the shop',
};

export type RefundTexts = typeof en;
