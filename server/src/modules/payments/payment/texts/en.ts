/** The texts of the mails to the vendor about payments that paid nothing, and about disputes. */
export const en = {
  failed: {
    subject: 'A payment has failed',
    heading: 'A payment has failed',
    text: (due: string) =>
      `A payment of ${due} failed after the buyer had left the page. The order is open again, and the buyer has received an email with a link to pay it.`,
  },
  undue: {
    subject: 'You received a payment that was not due',
    heading: 'You received a payment that was not due',
    text: (received: string, due: string) =>
      `You received ${received} for a payment of ${due}. The amount is different, or the order was already paid. The payment was not applied to the order, and the buyer has been informed.`,
  },
  dispute: {
    subject: 'A buyer disputes a payment',
    text: (amount: string) =>
      `A buyer has claimed ${amount} back from their bank. What the payment bought is suspended until the bank has decided.`,
    answer: 'Answer at your payment provider: without an answer the money is lost.',
    answerBy: (day: string) =>
      `Answer at your payment provider by ${day}: without an answer the money is lost.`,
    label: 'Answer',
  },
  returned: 'The money is being returned to the buyer.',
  refund: (paymentId: string) =>
    `Return the money: run "latchkey payments refund ${paymentId}", or use the Core API. With the setting returnsUndueMoney, such money is returned automatically.`,
  about: (orderId: string, paymentId: string) => `Order ${orderId}, payment ${paymentId}`,
};

export type VendorMailTexts = typeof en;
