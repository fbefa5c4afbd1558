import type { Entitlement } from '../domain/entitlement.ts';

const entitlements: Readonly<Record<Entitlement, string>> = {
  Entitled: 'You get your money back within 14 days.',
  Waived: 'Your right of withdrawal has ended.',
  Late: 'The 14 days have passed.',
  Business: 'Businesses have no right of withdrawal.',
  OtherCountry: 'Your country has no right of withdrawal.',
};

/** The texts of the mails about withdrawals; `de.ts` has the same keys. */
export const en = {
  subject: (order: string) => `Your withdrawal from order ${order}`,
  heading: 'We received your withdrawal',
  received: 'You have withdrawn from the contract for these items.',
  words: (statement: string) => `In your words: “${statement}”`,
  refund: 'We will refund the amount to your original payment method within 14 days.',
  decides: 'You will get an email about each decision.',
  order: 'Order',
  at: 'Withdrawal received',
  total: 'Amount',
  waived: (at: string) => `You agreed to immediate delivery on ${at}.`,
  waivedOnly: (at: string) =>
    `You agreed to immediate delivery on ${at}, but had neither downloaded nor activated it, so your right of withdrawal holds.`,
  accessed: (at: string) => `First downloaded or activated on ${at}.`,
  entitlements,
  sellerDecides: 'The seller decides.',
  refundReason: 'Withdrawal from the contract',
  declinedSubject: (order: string) => `About your withdrawal from order ${order}`,
  declinedHeading: 'We cannot accept your withdrawal',
};

/** The same in one language. */
export type WithdrawalTexts = typeof en;
