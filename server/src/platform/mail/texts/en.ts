/** The texts of the layout of mails. */
export const en = {
  sentBy: (vendor: string) => `Sent by ${vendor}`,
  unsubscribe: 'Unsubscribe',
  otherwise: 'If the button does not work, use this link:',
};

export type LayoutTexts = typeof en;
