import { sharedEn, taxLabel, taxWord } from '@latchkey/ui/texts/shared-en.ts';
import type { Checkout } from '../api/checkout.ts';

/** The texts of the checkout and of parts that other pages share. `de.ts` has the same keys: the compiler checks it. */
export const en = {
  ...sharedEn,
  checkout: {
    title: 'Checkout',
    titleOf: (title: string, vendor: string) => `${title} – ${vendor}`,
    close: 'Close',
    closeCheckout: 'Close checkout',
    backToShop: (vendor: string) => `Return to ${vendor}`,
    backToTheShop: 'Return to the shop',
    noPayments: 'Payment is not possible yet',
    noPaymentsText: (vendor: string) =>
      `${vendor} has not set up payments. Please ask the shop, then reload this page.`,
  },
  summary: {
    upgrades: {
      Upgrade: (license: string) => `Upgrades your license for ${license}`,
      Renewal: (license: string) => `Renews your license for ${license}`,
    },
    heading: 'Your order',
    contains: (names: string) => `Contains ${names}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    more: (name: string) => `One more of ${name}`,
    fewer: (name: string) => `One fewer of ${name}`,
    showAll: (count: number) => `Show all ${count} items`,
    times: (quantity: number, price: string) => `${quantity} × ${price}`,
    priceBefore: 'Price before discount:',
    discount: 'Discount',
    tax: taxLabel,
    taxRate: (rate: string, country: string | undefined) => `${taxLabel(country)} (${rate})`,
    taxIncluded: (tax: string, rate: string, country: string) =>
      `Includes ${tax} ${taxWord(country)} (${rate}).`,
    taxIncludedLater: 'Prices include VAT. The amount depends on your country.',
    taxLater: (country: string | undefined) => `${taxLabel(country)} is added when you choose your country.`,
    notCharged: 'VAT not charged (reverse charge)',
    taxEstimated: 'Estimated from your location.',
    reverseCharge: 'Reverse charge: you account for the VAT.',
    dueToday: 'Due today',
    freeDays: 'Free days',
    totalWithoutTax: (country: string | undefined) => `Total without ${taxWord(country)}`,
    beforeChange: 'Before the change:',
    currency: 'Currency',
    withdrawn: (name: string) => `${name} is no longer available and was removed from your order.`,
    terms: {
      Daily: 'Billed every day',
      Weekly: 'Billed every week',
      Monthly: 'Billed every month',
      Quarterly: 'Billed every three months',
      Yearly: 'Billed every year',
    },
  },
  details: {
    heading: 'Your details',
    continueAs: (email: string) => `Continue as ${email}`,
    email: 'Email',
    name: 'Name',
    emailOfAccount: 'The address of your account.',
    emailForOwner: 'Used only for the payment. The receipt goes to the account.',
    emailOfGuest: 'For your receipt, and to find your licenses later.',
    haveAccount: 'Have an account?',
    signIn: 'Sign in',
    asGuest: 'Continue as a guest',
    signInReason: 'The licenses go straight to your account.',
    signUpReason: 'Your licenses go to the new account.',
    signingIn: 'Moving the cart to your account.',
    cartElsewhere: 'This cart belongs to another account. Sign in there, or start a new cart in the shop.',
    ownerTitle: 'This purchase goes to an account',
    ownerText:
      'Someone was signed in when this cart was filled. What you pay for here goes to that account: it gets the licenses and the receipt. If it is not yours, start a new cart in the shop.',
  },
  address: {
    heading: 'Billing address',
    add: 'Add a billing address',
    remove: 'Remove the billing address',
    confirm: (country: string) => `Yes, this is my country: ${country}`,
    confirmBusiness: (country: string) => `Yes, my business is in this country: ${country}`,
    confirmReason: (connection: string) =>
      `You seem to be connected from another country (${connection}). The tax depends on your country, so please confirm it.`,
    thisCountry: 'the selected one',
    confirmMissing: 'Confirm your country, or choose another one.',
  },
  consent: {
    label: 'Deliver my licenses at once. I know that I lose my right of withdrawal when delivery begins.',
    missing: 'Please agree, so that the licenses can be delivered at once.',
    laterMissing: 'Please agree to the later payments.',
    anotherMissing: 'Please confirm that you want another subscription.',
    terms: {
      before: 'By paying, you accept the ',
      link: 'terms',
      after: '.',
    },
  },
  links: {
    label: 'About the seller',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
    imprint: 'Imprint',
    shop: 'Back to the shop',
    cart: 'Back to the cart',
    newTab: 'opens in a new tab',
    taxId: (id: string) => `Tax ID ${id}`,
  },
  pay: {
    pay: (amount: string) => `Pay ${amount}`,
    /** The buyer pays on a page or in a form of the payment service. */
    next: (amount: string) => `Continue to payment – ${amount}`,
    plusTax: (amount: string, country: string | undefined) => `${amount} plus ${taxWord(country)}`,
    again: (amount: string) => `Try again: pay ${amount}`,
    updating: 'Updating the total …',
    free: 'Complete order',
    subscribe: 'Subscribe, and pay later',
    sending: 'Paying …',
    sendingNext: 'Continuing to payment …',
    sendingFree: 'Completing …',
    sendingText: 'Sending your payment.',
    secure: 'You pay there by card or with another payment method. Nothing is charged before that.',
    notPayable: 'This order cannot be completed as it is',
    /**
     * The reasons why an order cannot be paid: the server's sentences; `isFree` when no payment is due. `amount` is the
     * reason of the payment service, with the limit as a text.
     */
    refusals: (sentences: readonly string[], _isFree: boolean, _amount?: AmountLimit) => sentences,
    notPayableText: 'Change the cart in the shop, then start the checkout again.',
  },
  test: {
    heading: 'Test mode',
    text: 'No money moves and no card is needed.',
    keys: 'This shop takes test payments: no money moves, and real cards are declined.',
    question: 'How should this payment end?',
    outcomes: {
      Succeed: { label: 'It succeeds', description: 'The order completes immediately.' },
      Fail: { label: 'It fails', description: 'As if the bank had declined the payment.' },
      Delay: { label: 'It takes a while', description: 'The payment takes a while, then succeeds.' },
    },
  },
  notice: {
    failed: 'The payment did not go through',
    /** The payment service's reason for a failed payment. */
    declined: (sentence: string) => sentence,
    /** What became of the money, unless the reason says so. */
    again: (sentence: string): string =>
      sentence.includes('charged')
        ? 'Try again, or use another card.'
        : 'You have not been charged. Try again, or use another card.',
    offline: 'No connection',
    offlineText: 'The shop could not be reached. What you entered is still here.',
    offlineAgain: 'Check your internet connection, then try again. Trying again does not charge you twice.',
    unpaid: 'The order could not be paid',
    priceChanged: 'The price has changed',
    priceChangedText: 'You have not been charged. Check the new total, then pay if you agree.',
    orderChanged: 'The order has changed',
    orderChangedText:
      'You have not been charged. Check the items and the total again, then pay if you agree.',
  },
};

/** The reason why the payment service does not charge an amount. */
export interface AmountLimit {
  readonly reason: NonNullable<Checkout['amountRefusal']>['reason'];
  /** The smallest or largest amount, in the language of the page. */
  readonly limit: string;
}

/** The texts of one language. */
export type Texts = typeof en;
