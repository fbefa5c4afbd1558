/** The texts of the mail to the vendor about a text of theirs that does not fit its mail. */
export const en = {
  subject: (mail: string) => `Your text of the mail “${mail}” does not fit any more`,
  heading: 'Your text does not fit any more',
  text: (mail: string) =>
    `The mail “${mail}” was sent with the standard text, because your own one has a placeholder that stands for nothing in it.`,
  what: 'Correct your text, or go back to the standard text.',
  label: 'Go to the text',
  onceADay: 'You get this mail once a day at most.',
};

export type MailFaultTexts = typeof en;
