import type { WithdrawableOrder } from '../api/withdrawals.ts';

type Entitlement = WithdrawableOrder['lines'][number]['entitlement'];

const entitlements: Readonly<Record<Entitlement, string>> = {
  Entitled: 'You get your money back within 14 days.',
  Waived: 'Your right of withdrawal has ended. The seller decides.',
  Late: 'The 14 days have passed. The seller decides.',
  Business: 'Businesses have no right of withdrawal. The seller decides.',
  OtherCountry: 'Your country has no right of withdrawal. The seller decides.',
};

/** The texts of the page where a buyer withdraws; `withdrawal-de.ts` has the same keys. */
export const withdrawalEn = {
  title: 'Withdraw from a purchase',
  intro: 'You have 14 days to withdraw from a purchase. You need no reason and no account.',
  number: 'Order number',
  numberHint: 'It is on your receipt and looks like K7QM\u20114T2P.',
  enterNumber: 'Enter your order number.',
  email: 'Email address',
  emailHint: 'The address that the receipt went to.',
  next: 'Continue',
  looking: 'Looking for the order.',
  unknown: 'We cannot find this order',
  unknownText: 'Check the order number and the address. Both are on your receipt.',
  lines: 'What do you want to withdraw from?',
  orderOf: (number: string, date: string) => `Order ${number} of ${date}`,
  until: (date: string) => `You can withdraw until ${date}.`,
  choose: 'Choose at least one item.',
  times: (quantity: number, title: string) => (quantity === 1 ? title : `${quantity} × ${title}`),
  waived: (date: string) => `You agreed to immediate delivery on ${date}.`,
  waivedOnly: (date: string) =>
    `You agreed to immediate delivery on ${date}, but have neither downloaded nor activated it yet. You can therefore still withdraw.`,
  accessed: (date: string) => `First downloaded or activated on ${date}.`,
  entitlements,
  before: {
    Open: 'Already withdrawn.',
    Granted: 'Withdrawn and refunded.',
    Declined: 'The seller declined it.',
  },
  refunded: 'Already refunded.',
  statement: 'Message to the seller (optional)',
  confirm: 'Confirm withdrawal',
  confirmText: (email: string) =>
    `Licenses work until they are refunded, then they end. We confirm your withdrawal by email to ${email}.`,
  sending: 'Sending your withdrawal.',
  another: 'Choose another order',
  done: 'We received your withdrawal',
  doneText: (number: string, moment: string, email: string) =>
    `You withdrew from order ${number} on ${moment}. A confirmation is on its way to ${email}.`,
  moneyBack: (amount: string, date: string) => `You get ${amount} back by ${date}.`,
  toShop: 'Back to the shop',
  toOrders: 'My orders',
};

/** The same in one language. */
export type WithdrawalTexts = typeof withdrawalEn;
