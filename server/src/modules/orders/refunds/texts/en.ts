/** The words of the mail about a refund, in English. */
export const en = {
  subject: (shop: string) => `Your refund from ${shop}`,
  heading: 'Your money is on its way back',
  order: 'Order',
  date: 'Date',
  reason: 'Reason',
  tax: 'Tax',
  refund: 'Refund',
  item: 'Item',
  part: (title: string) => `Part of ${title}`,
  delay:
    'The money goes back to the means of payment that you used. Depending on your bank, it takes five to ten days to arrive.',
  visitShop: 'Visit the shop',
};

export type RefundTexts = typeof en;
