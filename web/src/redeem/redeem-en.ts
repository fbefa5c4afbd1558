/** The texts of redeeming a code; `redeem-de.ts` has the same keys. */
export const redeemEn = {
  title: 'Redeem a code',
  intro: 'Enter the code from your card, email or packaging.',
  label: 'Code',
  enter: 'Enter your code.',
  look: 'Continue',
  looking: 'Looking up the code.',
  gives: 'This code includes',
  times: (quantity: number, name: string) => (quantity === 1 ? name : `${quantity} × ${name}`),
  contains: (names: string) => `Contains ${names}`,
  owned: 'You already own it. The code adds another license.',
  redeem: 'Redeem',
  redeeming: 'Redeeming the code.',
  toAccount: (email: string) => `The licenses go to ${email}.`,
  otherCustomer: 'You are now signed in with another account',
  otherCustomerText: (before: string, now: string) =>
    `You were signed in as ${before} when this page was opened, but are now signed in as ${now}. Nothing was redeemed. If you select “Redeem” again, the licenses go to ${now}.`,
  another: 'Enter another code',
  signInReason: 'Sign in to redeem it. The licenses go to that account.',
  signUpReason: 'The licenses go to your new account.',
  done: 'Code redeemed',
  doneText: (names: string) => `${names} is now in your account.`,
  doneTextMany: (names: string) => `${names} are now in your account.`,
  already: 'You have already redeemed this code',
  unknown: 'This code is not valid',
  unknownText: 'Check it for typing errors. Case, spaces and dashes do not matter.',
  taken: 'This code has already been used',
  takenText: 'Someone else has redeemed it. Ask the person who gave or sold it to you.',
  takenByWhom: 'This code has already been redeemed',
  takenByWhomText:
    'If you redeemed it, sign in to see what it gave you. If not, ask the person who gave or sold it to you.',
  expired: 'This code has expired',
  expiredText: 'Its last day has passed. Ask the person who gave it to you.',
  withdrawn: 'This code cannot be redeemed',
  withdrawnText: 'The vendor has withdrawn it or something that it includes. Ask the vendor.',
  tooMany: 'Too many attempts',
};

/** The same in one language. */
export type RedeemTexts = typeof redeemEn;
