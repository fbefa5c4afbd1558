const cycles: Readonly<Record<string, string>> = {
  Daily: 'per day',
  Weekly: 'per week',
  Monthly: 'per month',
  Quarterly: 'every three months',
  Yearly: 'per year',
};

/** The texts of the mail that confirms a purchase. */
export const en = {
  subject: {
    Receipt: (shop: string) => `Your receipt from ${shop}`,
    Invoice: (shop: string) => `Your invoice from ${shop}`,
  },
  heading: 'Thank you for your purchase',
  order: (number: string) => `Order ${number}`,
  withdrawal: { text: 'Changed your mind?', label: 'Withdraw from contract here' },
  visitShop: 'Visit the shop',
  choosePassword: 'Choose a password',
  confirmAddress: 'Confirm my email address',
  afterwards: 'The link works for 14 days. After that, select “Forgot your password?” where you sign in.',
  waitsForPassword: (email: string) =>
    `To get your licenses, select “Forgot your password?” where you sign in, and enter ${email}. We will send you a link to choose a password.`,
  waitsForProof: (email: string) =>
    `To get your licenses, confirm that ${email} is your email address. You can then choose a password.`,
  inNewAccount: (email: string) =>
    `Your licenses are in an account for ${email}, which has no password yet. Choose one with the link below.`,
  inAccount: (email: string) => `Your licenses are in your account (${email}).`,
  toProducts: 'Go to my products',
  download: (product: string) => `Download ${product}`,
  account: 'your account',
  accountInShop: 'your account in the shop',
  next: 'What to do next',
  downloadSteps: (account: string) => [
    `Download what you bought from ${account}.`,
    'Install and open the application, start the activation there, and sign in with the same account.',
  ],
  nextSignIn: (account: string) =>
    `What to do next: open the application, start the activation there, and sign in with ${account}.`,
  nextCharge: (title: string, amount: string, day: string) =>
    `${title}: the next payment, ${amount}, is due on ${day}. It is charged to the payment method that you used. You can cancel until then.`,
  /** Without a cycle, the next payment stands for all of them. */
  afterFreeDays: ({ title, days, amount, cycle, day }: AfterFreeDays) =>
    `${title}: ${freeDays(days)}, then ${amount}${cycle === undefined ? ' on' : ` ${cycle} from`} ${day}. It is charged to the payment method that you saved. Cancel before that day, and you pay nothing.`,
  freeDays,
  cycles,
  manage: 'Change the payment method or cancel, without signing in',
  noFreeLicense: (limit: number) =>
    `This order adds no license: each customer can get ${limit} free ${licenses(limit)} for each product, and you have reached that limit.`,
  omitted: (items: string, limit: number) =>
    `Not included: ${items}. Each customer can get ${limit} free ${licenses(limit)} for each product, and you have reached that limit.`,
};

/** A subscription that begins with free days, and its first payment. */
interface AfterFreeDays {
  readonly title: string;
  readonly days: number;
  readonly amount: string;
  readonly cycle: string | undefined;
  readonly day: string;
}

function freeDays(days: number): string {
  return days === 1 ? 'one day free' : `${days} days free`;
}

function licenses(count: number): string {
  return count === 1 ? 'license' : 'licenses';
}

export type ReceiptTexts = typeof en;
