/** The texts of the start page; `home-de.ts` has the same keys. */
export const homeEn = {
  welcome: (name: string) => `Hello, ${name}`,
  today: 'Today',
  yesterday: (value: string) => `yesterday: ${value}`,
  month: 'This month beside the last',
  monthBefore: (value: string) => `until this day last month: ${value}`,
  gross: 'Sales',
  refunded: 'Refunds',
  orders: 'Orders',
  isTest: 'Test payments: no money moved.',
  noSales: 'Nothing was sold this month or last month.',
  reports: 'All reports',
  matters: 'Needs somebody',
  noMatters: 'Nothing. Everything is paid, delivered and sent.',
  unknown: 'Could not be read. Reload the page to see it.',
  count: (count: number, isAll: boolean) => `${count}${isAll ? '' : '+'}`,
  kinds: {
    broken: 'Subscriptions that contradict themselves',
    books: 'Orders, refunds or documents that contradict themselves',
    held: 'Renewals that wait for you',
    buyer: 'Renewals that need their buyer',
    undelivered: 'Orders that are paid and not delivered',
    disputes: 'Payments that a buyer claims back',
    withdrawals: 'Withdrawals to decide on',
    webhooks: 'Webhooks that fail',
    jobs: 'Background work that failed',
  },
  checklist: 'Before you sell',
  checklistText: 'What a shop needs before its first real order.',
  isDone: 'Done',
  isOpen: 'Missing',
  steps: {
    products: {
      title: 'A product with a price',
      text: 'What your customers buy.',
      action: 'Add it',
    },
    seller: { title: 'Your address', text: 'Invoices must have it by law.', action: 'Enter it' },
    taxes: { title: 'Taxes', text: 'Who calculates them, and where you collect.', action: 'Choose' },
    payments: {
      title: 'Real payments',
      text: 'Now buyers pay with test payments. “latchkey payments connect stripe” connects your account.',
      action: '',
    },
    sender: { title: 'The sender of your mails', text: 'An address of your own domain.', action: 'Enter it' },
    legal: { title: 'Terms and privacy policy', text: 'The checkout links to them.', action: 'Enter them' },
  },
  none: 'Your role has no pages yet',
  noneText: 'Ask an owner of the account for another role.',
};

/** The texts in one language. */
export type HomeTexts = typeof homeEn;
