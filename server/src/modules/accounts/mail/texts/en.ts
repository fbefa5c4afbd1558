/** The texts of the mails to the vendor: about a text of theirs that does not fit its mail, and why owners get them. */
export const en = {
  subject: (mail: string) => `Your text of the mail “${mail}” does not fit any more`,
  heading: 'Your text does not fit any more',
  text: (mail: string) =>
    `The mail “${mail}” was sent with the standard text, because your own one has a placeholder that stands for nothing in it.`,
  what: 'Correct your text, or go back to the standard text.',
  label: 'Go to the text',
  toOwners:
    'You get this mail as an owner of the account, because it has no address of the seller: enter one under Settings.',
  onceADay: 'You get this mail once a day at most.',
};

export type VendorMailTexts = typeof en;
