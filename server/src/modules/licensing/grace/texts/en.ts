/** The texts of the mail about a version that a license covers for free. */
export const en = {
  subject: (product: string, major: string) => `${product} ${major} is yours`,
  heading: (product: string, major: string) => `Your license covers ${product} ${major}`,
  text: (product: string, major: string) =>
    `You bought ${product} shortly before version ${major} was released, so you get it for free. Install it: your license is already up to date.`,
  action: 'Go to my products',
};

export type GraceTexts = typeof en;
