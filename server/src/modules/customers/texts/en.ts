/** The texts of the mails about a newsletter; `vendor` is the name of the vendor. */
export const en = {
  confirm: {
    subject: (vendor: string) => `Do you want emails from ${vendor}?`,
    heading: 'One more step',
    text: (vendor: string) => `Confirm that you want to receive emails from ${vendor} at this address.`,
    label: 'Yes, send me emails',
    notes: [
      'The link works for 7 days.',
      'If this wasn’t you, ignore this email, and we won’t send you any more.',
    ],
  },
  welcome: {
    subject: (vendor: string) => `You get emails from ${vendor}`,
    heading: 'Thank you',
    newsletter: (vendor: string) => `The next newsletter from ${vendor} will come to this address.`,
    updates: (vendor: string) =>
      `${vendor} will write to this address when there are updates to its products.`,
    label: 'Choose what we send you',
  },
};

export type NewsletterTexts = typeof en;
