/** The texts of the mail about a payment that paid nothing. */
export const en = {
  failed: {
    subject: (shop: string) => `Your payment to ${shop} did not arrive`,
    heading: 'Your payment did not arrive',
    explanation: (_amount: string) =>
      'Your bank did not pay. Nothing was charged, and nothing was delivered.',
  },
  undue: {
    subject: (shop: string) => `${shop} received money that is not due`,
    heading: 'We received money that is not due',
    explanation: (amount: string) =>
      `We received ${amount}, which is not what was due, so it pays for nothing. The money will be returned to you.`,
  },
  payAgain: 'Your order is kept, and you can pay for it again. The link works for 14 days.',
  isPaid: 'Another payment has already paid for your order, so there is nothing for you to do.',
  pay: 'Pay again',
  order: (id: string) => `Order ${id}`,
};

export type PaymentMailTexts = typeof en;
