/** One of the vendor's pages about the sale. */
interface LegalText {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The pages about the sale of the demo shop; `de.ts` has the same keys. */
export const en = {
  note: (setting: string) =>
    `This page belongs to the demo shop. Yours can be on your own website: the setting ${setting} links to it.`,
  terms: {
    heading: 'Terms of sale',
    paragraphs: [
      'A purchase is complete when we confirm it by email. Licenses and downloads are delivered at once.',
      'A license is for the number of devices that its product page names. You can release a device in your account, and use another one instead.',
      'A perpetual license has no end. A subscription goes on until you cancel it, at any time, to the end of the paid period.',
    ],
  },
  privacy: {
    heading: 'Privacy policy',
    paragraphs: [
      'We store what a purchase needs: your name, your email address, your orders, your licenses and the names of the devices that you activate.',
      'We never see the details of your card: they go only to the payment service.',
      'In your account, you can download all of your data and delete the account.',
    ],
  },
  refunds: {
    heading: 'Refund policy',
    paragraphs: [
      'Is it not right for you? Write to us within 14 days after the purchase, and we return what you paid.',
      'The money goes back to the payment method that you used. The licenses end with the refund.',
    ],
  },
  imprint: {
    heading: 'Imprint',
    paragraphs: [
      'Demo Audio is not a real company. Nothing is sold here, and test payments move no money.',
      'Your imprint names who you are, where you are, and how customers reach you.',
    ],
  },
} satisfies Record<'terms' | 'privacy' | 'refunds' | 'imprint', LegalText> & {
  note: (setting: string) => string;
};

/** The texts of one language. */
export type LegalTexts = typeof en;
