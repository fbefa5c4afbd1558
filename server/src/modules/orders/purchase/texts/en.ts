/** The texts of the mail about a payment that paid nothing. */
export const en = {
  failed: {
    subject: (shop: string) => `Your payment to ${shop} did not arrive`,
    heading: 'Your payment did not arrive',
    explanation: (_amount: string) =>
      'Your bank did not pay. Nothing was charged, and nothing was delivered.',
  },
  undue: {
    subject: (shop: string) => `${shop} received a payment that was not due`,
    heading: 'We received a payment that was not due',
    explanation: (amount: string) =>
      `We received ${amount}. That is not the amount due, so it was not applied to your order. We will return the money to you.`,
  },
  payAgain: 'Your order is still there, and you can pay for it again. The link works for 14 days.',
  isPaid: 'Your order has already been paid with another payment. You do not need to do anything.',
  pay: 'Pay again',
  order: (id: string) => `Order ${id}`,
};

export type PaymentMailTexts = typeof en;
