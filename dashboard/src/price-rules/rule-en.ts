/** Why a rule did nothing, by its code: without a sentence here, that of the API is shown. */
const reasons: Readonly<Record<string, string>> = {};

/** What a cart has to have: `items` is a list of names, empty for anything. */
interface CartCondition {
  readonly count: number;
  readonly items: string;
}

/** The totals between which a cart has to be, as texts; empty for any. */
interface CartRange {
  readonly least: string;
  readonly most: string;
}

/** The texts of the pages about discounts, offers, promotions and coupons; `rule-de.ts` has the same keys. */
export const ruleEn = {
  reasons,
  name: 'Name',
  id: 'ID',
  status: 'Status',
  created: 'Created',
  facts: 'Details',
  yes: 'Yes',
  shown: 'Shown',
  inUse: 'In use',
  switchedOff: 'Switched off',
  phases: { planned: 'Planned', running: 'Running', over: 'Over', off: 'Switched off' },
  benefit: 'Takes off',
  kind: 'What it takes off',
  kinds: { share: 'A share of the price', amount: 'An amount' },
  percent: 'Percent',
  amountIn: (currency: string) => `Amount in ${currency}`,
  target: 'Of what',
  everything: 'Everything that is sold',
  startsAt: 'First day',
  startsAtText: 'Empty: at once.',
  endsAt: 'Last day',
  endsAtText: 'Empty: until you switch it off.',
  addSubmit: 'Add',
  addDiscount: 'Add a discount',
  thisDiscount: 'This discount',
  thisCoupon: 'This coupon',
  thisOffer: 'This offer',
  noDiscounts: 'No discounts',
  noDiscountsText:
    'A discount lowers prices by itself: for everybody, or for whoever owns something already.',
  tryIt: 'Try',
  tryOf: (name: string) => `Try ${name}`,
  tryText:
    'The price of a visitor with all of your rules, and why. A discount that has not begun is shown on its first day.',
  archive: 'Switch off',
  restore: 'Switch on',
  stepOf: {
    archive: (name: string) => `Switch off ${name}`,
    restore: (name: string) => `Switch on ${name}`,
  },
  stepText: {
    discounts: {
      archive: 'Prices are without it at once, also in open carts. Orders that are paid keep it.',
      restore: 'It lowers prices at once, if its days have come.',
    },
    offers: {
      archive: 'The shop no longer shows it, and open carts lose it at once. Orders that are paid keep it.',
      restore: 'The shop shows it again, if its days have come.',
    },
    promotions: {
      archive: 'The shop no longer shows it. Its discount stays.',
      restore: 'The shop shows it to those whose prices its discount lowers.',
    },
    coupons: {
      archive: 'Nobody can enter its codes any more. Orders that are paid, or being paid, keep it.',
      restore: 'Its codes can be entered again.',
    },
  },
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  save: 'Save',
  addOffer: 'Add an offer',
  offerText: 'The shop shows it beside a cart that fits, and the buyer takes it with one click.',
  offerNameText: 'Buyers read it.',
  noOffers: 'No offers',
  noOffersText: 'An offer lowers a price for a cart that fits, such as the third product at half its price.',
  effect: 'What a buyer gets',
  scope: 'What it is on',
  scopes: { Item: 'One product or bundle', Cart: 'The whole cart' },
  relevantItems: 'What the cart has to have',
  relevantItemsText: 'Choose none for anything.',
  minimumItems: 'How many of these',
  minimumItemsText: 'Lines of the cart. The line with the offer counts, if it is one of these.',
  cartItems: 'What it lowers',
  cartItemsText: 'Choose none for everything in the cart.',
  total: {
    least: (currency: string) => `Cart of at least, in ${currency}`,
    most: (currency: string) => `Cart of at most, in ${currency}`,
  },
  noBound: 'Empty: any total.',
  isExclusive: 'Nothing else lowers the same line',
  isExclusiveText: 'No coupon comes off on top of it.',
  changeDiscountText:
    'It applies at once, to open carts as well. Orders that are paid keep what they had. For whom it is stays as it was.',
  changeCouponText:
    'It applies at once, to existing codes as well. Orders that are paid, or being paid, keep what they had.',
  targetsText: 'Choose none for everything that is sold.',
  countShape: 'Enter a whole number.',
  amountShape: 'Enter an amount, such as 49.00.',
  sentenceWaits: 'Fill in the fields to read what a buyer gets.',
  sentences: {
    item: (off: string, item: string, { count, items }: CartCondition) => {
      const gets = `gets ${off} off ${item}`;
      if (items === '')
        return count > 1
          ? `Whoever has at least ${count} lines in the cart, ${item} included, ${gets}.`
          : `Everybody ${gets}.`;
      return count > 1
        ? `Whoever has at least ${count} of ${items} in the cart ${gets}.`
        : `Whoever has ${items} in the cart ${gets}.`;
    },
    cart: (off: string, items: string, { least, most }: CartRange) => {
      const bounds = [least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(' and ');
      const cart = bounds === '' ? 'Every cart' : `A cart of ${bounds}`;
      return `${cart} gets ${off} off ${items === '' ? 'everything in it' : items}.`;
    },
  },
  addPromotion: 'Add a promotion',
  promotionText: 'The shop shows it to those whose prices a discount lowers.',
  promotionNameText: 'The headline that visitors read.',
  noPromotions: 'No promotions',
  noPromotionsText: 'A promotion is a banner in the shop that tells visitors about a discount.',
  visible: 'Visible with its discount',
  discount: 'Discount',
  choose: 'Choose…',
  chooseDiscount: 'Choose a discount.',
  display: 'Where',
  displays: { Banner: 'A banner', Popup: 'A window above the page' },
  text: 'Text',
  button: 'Text of a button',
  buttonUrl: 'Where the button leads',
  bannerPreview: 'What visitors read',
  bannerWaits: 'Enter a name to see it.',
  bannerOff: (benefit: string) => `${benefit} off`,
  bannerUntil: (date: string) => `Until ${date}`,
  bannerNoLink: 'The button is left out: its address has to begin with https://.',
  addCoupon: 'Add a coupon',
  noCoupons: 'No coupons',
  noCouponsText: 'A coupon lowers the price for whoever enters one of its codes.',
  uses: 'Used',
  usesOf: (uses: number, most: number | null) => (most === null ? String(uses) : `${uses} of ${most}`),
  maxUses: 'Orders that can use it',
  maxUsesPerCustomer: 'Orders of each customer',
  noLimit: 'Empty: any number.',
  firstPurchaseOnly: 'Only for a first purchase',
  codes: 'Codes',
  code: 'Code',
  codeText: '3 to 64 letters and digits. Case, spaces and dashes do not count.',
  codeTasks: { add: 'Add a code', generate: 'Generate codes' },
  noCodes: 'No codes yet',
  noCodesText:
    'Nobody can use the coupon before it has a code. Try what it does before you hand the code out.',
  valid: 'Valid',
  revoked: 'Revoked',
  revoke: 'Revoke',
  revokeOf: (code: string) => `Revoke ${code}`,
  revokeText: 'Nobody can enter it any more. Orders that are paid, or being paid, keep it.',
  quantity: 'How many',
  quantityText: 'Each is good for one order. More than 1,000 are made in the background.',
  preview: 'What would a visitor pay?',
  previewWaits: 'Calculating…',
  previewIncomplete: (issues: readonly string[]) =>
    `Fill in the fields to see the price.${issues.length === 0 ? '' : ` Still wrong: ${issues.join(', ')}.`}`,
  noProducts: 'There are no products yet.',
  product: 'Product',
  variation: 'Variation',
  visitor: {
    quantity: 'Quantity',
    email: 'Email of a customer',
    country: 'Country',
    day: 'On this day',
    campaign: 'Campaign',
  },
  withoutTaxes: 'No country, no taxes',
  ownLicense: 'Buys for the license',
  noLicense: 'None: it is a new one',
  ownerPrice: 'The price for owners',
  insteadOf: (price: string) => ` instead of ${price}`,
  units: (quantity: number, amount: string) => `${quantity} × ${amount}`,
  withTax: (due: string, taxes: string) => `To pay: ${due}, with ${taxes} of taxes.`,
  taxes: {
    standard: 'You collect tax there.',
    reverse_charge: 'The business owes the tax itself.',
    not_collecting: 'You do not collect tax there.',
    zero_rated: 'Your own rate is 0.',
    exempt: 'Your own rate says that it is exempt.',
    provider: 'The payment provider calculates the tax.',
  },
  notForSale: (reason: string) => `A visitor cannot buy it: ${reason}.`,
  applied: 'Applies',
  onTaking: 'Once the buyer takes it',
  notApplied: 'Does not apply',
  noRules: 'No discount, tier or offer is about this price.',
};

/** The same in one language. */
export type RuleTexts = typeof ruleEn;
