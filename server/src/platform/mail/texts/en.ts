/** The words of the layout of mails, in English. */
export const en = {
  sentBy: (vendor: string) => `Sent by ${vendor}`,
  unsubscribe: 'Unsubscribe',
  otherwise: 'If the button does not work, open this address:',
};

export type LayoutTexts = typeof en;
