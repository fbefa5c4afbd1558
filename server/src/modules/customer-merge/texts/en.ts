/** The texts of the mails about a merge; `vendor` is the name of the vendor, `other` a part of the other address. */
export const en = {
  dateLocale: 'en',
  consent: {
    subject: (vendor: string) => `Merge your two accounts at ${vendor}?`,
    heading: 'Merge your two accounts?',
    text: (vendor: string, other: string) =>
      `You seem to have two accounts at ${vendor}: one with this email address, and one with ${other}. ${vendor} would like to make them one.`,
    effect:
      'If you agree, everything that you have bought belongs to the other account, with your subscriptions and their payment methods. Your devices go on working. You sign in with the other address only, and nobody can undo this. Until you agree, nothing changes.',
    label: 'Agree or decline',
    until: (date: string) => `The link works until ${date}.`,
    otherwise:
      'To agree, enter the whole other address. If you do not know it, decline: otherwise its owner would get what is yours.',
  },
  merged: {
    subject: (vendor: string) => `Your two accounts at ${vendor} are one now`,
    heading: 'Your two accounts are one now',
    text: (vendor: string, other: string) =>
      `The account at ${vendor} with this email address was merged into the one with ${other}.`,
    effect:
      'Everything that was bought belongs to that account, with subscriptions and their payment methods. Devices go on working. Nobody can sign in with this address any more.',
    unexpected: (vendor: string) =>
      `If you did not expect this, or the other address is not yours, contact ${vendor} at once.`,
    shop: (vendor: string) => `Go to ${vendor}`,
  },
};

export type MergeTexts = typeof en;
