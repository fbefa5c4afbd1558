/** The texts of a look at a customer's account, in English. */
export const viewEn = {
  label: 'Read-only view',
  banner: (email: string, viewer: string, until: string) =>
    `You see the account of ${email} as ${viewer} until ${until}. Nothing can be changed.`,
  end: 'End',
  opening: 'Opening the account',
  openingText: 'One moment.',
  over: 'This view has ended',
  overText: 'You can close this tab.',
  refused: 'The link works once, for two minutes. Open the account again in the dashboard.',
};

/** The texts of a look at a customer's account in one language. */
export type ViewTexts = typeof viewEn;
