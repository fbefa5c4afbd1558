/** The texts of the mail about a refund. */
export const en = {
  money: {
    subject: (shop: string) => `Your refund from ${shop}`,
    heading: 'Your refund is on its way',
    explanation:
      'We return the money to your original payment method. Depending on your bank, it takes five to ten days to arrive.',
  },
  /** The seller has returned the money without the payment provider. */
  elsewhere: {
    subject: (shop: string) => `Your refund from ${shop}`,
    heading: 'Your money was returned in another way',
    explanation:
      'We have returned the money in another way than to your original payment method. The reason above says how.',
  },
  /** A refund of free units. */
  free: {
    subject: (shop: string) => `Change to your order at ${shop}`,
    heading: 'Items were removed from your order',
    explanation: 'The items above were free, so there is no money to refund. Their licenses no longer work.',
  },
  reversed: {
    subject: (shop: string) => `Your refund from ${shop} was cancelled`,
    heading: 'Your refund was cancelled',
    explanation:
      'The money is back with us: your bank did not accept it, or decided a dispute in our favor. Your purchase is valid as before. If you still expect the money, please contact us.',
  },
  order: 'Order',
  date: 'Date',
  reason: 'Reason',
  tax: 'Tax',
  refund: 'Refund',
  item: 'Item',
  part: (title: string) => `Partial amount for ${title}`,
  visitShop: 'Visit the shop',
};

export type RefundTexts = typeof en;
