/** The texts of the mails to the seller about payments that paid nothing. */
export const en = {
  failed: {
    subject: 'A bank did not pay',
    heading: 'A bank did not pay',
    text: (due: string) =>
      `A payment of ${due} failed after its buyer had left the page. The order is open again, and the buyer got a mail with a link to pay it.`,
  },
  undue: {
    subject: 'Money arrived that is not due',
    heading: 'Money arrived that is not due',
    text: (received: string, due: string) =>
      `${received} arrived with a payment of ${due}: it is another amount, or the order was already paid. This payment paid for nothing, and the buyer knows.`,
  },
  returned: 'The money is returned to the buyer now.',
  refund: (paymentId: string) =>
    `Return the money: run "latchkey payments refund ${paymentId}", or use the Core API. With the setting returnsUndueMoney, it is returned without being asked.`,
  about: (orderId: string, paymentId: string) => `Order ${orderId}, payment ${paymentId}`,
};

export type VendorMailTexts = typeof en;
