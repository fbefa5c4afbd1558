import { isSlug } from '../../../kernel/ids.ts';
import { isCurrency, minorUnits, toDecimal } from '../../../kernel/money.ts';
import { checkProperties } from '../../../kernel/properties.ts';
import { issueList, type Issues, type IssueList } from './issues.ts';
import { partsOfId } from '../../../kernel/product-id.ts';
import { checkSubscriptionTerms, type SubscriptionTerms } from './subscription-terms.ts';
import type { StoredReleaseAccess } from './variation-access.ts';

/** The maximum price of one unit, in minor units: an order of 100 lines of 10,000 stays below 10¹⁵. */
const MAX_PRICE_MINOR = 999_999_999;

/** Fields that the pages of products and bundles share. */
interface PresentationFields {
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly longDescription: string | null;
  readonly systemRequirements: string | null;
  readonly website: string | null;
  readonly position: number;
  readonly properties: unknown;
}

interface ProductFields extends PresentationFields {
  readonly isIncludedInLicense: boolean;
  readonly taxCode: string | null;
  readonly upgradeGraceDays: number;
}

interface BundleFields extends PresentationFields {
  readonly productIds: readonly string[];
}

interface VariationFields {
  readonly id: string;
  readonly name: string;
  readonly prices: Readonly<Record<string, number>>;
  readonly pricingTiers: readonly TierFields[];
  readonly releaseAccess: StoredReleaseAccess | null;
  readonly recurrence: string;
  readonly subscriptionTerms: SubscriptionTerms | null;
  readonly position: number;
}

interface TierFields {
  readonly minQuantity: number;
  readonly prices: Readonly<Record<string, number>>;
}

const MAX_TIERS = 20;
/** Ten years, of days and of months. */
const MAX_GRACE_DAYS = 3_660;
const MAX_MONTHS = 120;
/** Applications report no higher number (policies section 1). */
const MAX_MAJOR = 9_999_999;
/** The maximum number of units of an order line. */
const MAX_QUANTITY = 10_000;

const TAX_CODE = /^[A-Za-z0-9_.-]{1,50}$/;
const TAX_CODE_HINT =
  'must have 1 to 50 letters, digits, underscores, dots and hyphens, such as txcd_10202000';

/** Every issue of a product's own fields; `{}` when it is valid. */
export function checkProduct(fields: ProductFields): Issues {
  const issues = issueList();
  checkPresentation(fields, issues);
  checkWhole(issues, 'upgradeGraceDays', fields.upgradeGraceDays, 0, MAX_GRACE_DAYS);
  if (fields.taxCode !== null && !TAX_CODE.test(fields.taxCode)) issues.add('taxCode', TAX_CODE_HINT);
  if (fields.isIncludedInLicense && partsOfId(fields.id).parentId === undefined) {
    issues.add(
      'includedInLicense',
      'is only possible for a sub-product, whose id has a dot, such as suite.pack',
    );
  }
  return issues.all();
}

/** Every issue of a bundle; `knownProductIds` are the products of the account that can be in one. */
export function checkBundle(fields: BundleFields, productIds: ReadonlySet<string>): Issues {
  const issues = issueList();
  checkPresentation(fields, issues);
  if (fields.productIds.length === 0) issues.add('productIds', 'must name at least one product');
  if (fields.productIds.length > 100) issues.add('productIds', 'must have at most 100 entries');
  fields.productIds.slice(0, 100).forEach((id, index) => {
    if (!productIds.has(id)) issues.add(`productIds[${index}]`, 'is not a product of this account');
    if (fields.productIds.indexOf(id) < index) issues.add(`productIds[${index}]`, 'is already listed');
  });
  return issues.all();
}

/** Every issue of a variation: it needs a price in each currency that the account sells in. */
export function checkVariation(fields: VariationFields, enabledCurrencies: readonly string[]): Issues {
  const issues = issueList();
  if (!isSlug(fields.id)) issues.add('id', SLUG_HINT);
  checkText(issues, 'name', fields.name, 1, 200);
  checkWhole(issues, 'position', fields.position, -1_000_000, 1_000_000);
  checkPrices(issues, 'prices', fields.prices);
  for (const currency of enabledCurrencies) {
    if (!Object.hasOwn(fields.prices, currency)) {
      issues.add(`prices.${currency}`, `is required: the account sells in ${currency}`);
    }
  }
  issues.addAll('', checkSale(fields));
  checkSubscriptionTerms(fields, issues);
  return issues.all();
}

type SaleFields = Pick<VariationFields, 'prices' | 'pricingTiers' | 'releaseAccess'>;

/** Every issue of the volume prices of a variation, and of the versions that its licenses cover. */
export function checkSale(fields: SaleFields): Issues {
  const issues = issueList();
  checkTiers(fields, issues);
  checkReleaseAccess(fields, issues);
  return issues.all();
}

function checkReleaseAccess({ releaseAccess }: SaleFields, issues: IssueList): void {
  if (releaseAccess === null) return;
  const { updatesMonths, upToMajor } = releaseAccess;
  if (updatesMonths === undefined && upToMajor === undefined)
    issues.add('releaseAccess', 'must have updatesMonths or upToMajor; null: every version');
  if (updatesMonths !== undefined)
    checkWhole(issues, 'releaseAccess.updatesMonths', updatesMonths, 1, MAX_MONTHS);
  if (typeof upToMajor === 'number') checkWhole(issues, 'releaseAccess.upToMajor', upToMajor, 0, MAX_MAJOR);
}

function checkTiers({ prices, pricingTiers }: SaleFields, issues: IssueList): void {
  if (pricingTiers.length > MAX_TIERS) issues.add('pricingTiers', `must have at most ${MAX_TIERS} entries`);
  pricingTiers.slice(0, MAX_TIERS).forEach((tier, index) => {
    const path = `pricingTiers[${index}]`;
    checkWhole(issues, `${path}.minQuantity`, tier.minQuantity, 2, MAX_QUANTITY);
    const before = pricingTiers[index - 1];
    if (before !== undefined && tier.minQuantity <= before.minQuantity) {
      issues.add(`${path}.minQuantity`, 'must be more than that of the previous tier');
    }
    if (Object.keys(tier.prices).length === 0)
      issues.add(`${path}.prices`, 'must name at least one currency');
    checkPrices(issues, `${path}.prices`, tier.prices);
    for (const currency of Object.keys(tier.prices)) {
      if (!Object.hasOwn(prices, currency)) {
        issues.add(`${path}.prices.${currency}`, 'is not a currency of the variation');
      }
    }
  });
}

/** Amounts by currency: each in a real currency, not negative, in whole minor units, and at most `mostMinor`. */
export function checkPrices(
  issues: IssueList,
  path: string,
  prices: Readonly<Record<string, number>>,
  mostMinor = MAX_PRICE_MINOR,
): void {
  for (const [currency, amountMinor] of Object.entries(prices)) {
    if (!isCurrency(currency)) {
      issues.add(`${path}.${currency}`, 'is not a currency of ISO 4217, such as EUR');
    } else if (!isWithin(amountMinor, 0, mostMinor)) {
      const most = toDecimal(mostMinor, currency);
      const digits = minorUnits(currency);
      issues.add(
        `${path}.${currency}`,
        `must be from 0 to ${most}, with at most ${digits} digits after the point`,
      );
    }
  }
}

export function checkText(issues: IssueList, path: string, text: string, least: number, most: number): void {
  if (text.trim().length < least) issues.add(path, 'must not be empty');
  if (text.length > most) issues.add(path, `must have at most ${most} characters`);
}

export function checkWhole(
  issues: IssueList,
  path: string,
  value: number,
  least: number,
  most: number,
): void {
  if (!isWithin(value, least, most)) issues.add(path, `must be a whole number from ${least} to ${most}`);
}

const MAX_URL_CHARACTERS = 2_000;

/**
 * Shops load images and follow links unchecked, so a URL must be encrypted, contain no password and run nothing.
 * Browsers normalize some characters, so the text must equal the normalized URL.
 */
export function checkSafeUrl(issues: IssueList, path: string, text: string): void {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text) : null;
  const isSafe =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    text.startsWith('https://') &&
    !/[\s\\\p{Cc}]/u.test(text);
  if (!isSafe) {
    issues.add(
      path,
      `must be an absolute https URL without a password, of at most ${MAX_URL_CHARACTERS} characters`,
    );
  }
}

export const SLUG_HINT =
  'must have 2 to 63 lower-case letters, digits, dots and hyphens, a letter or digit first';

function checkPresentation(fields: PresentationFields, issues: IssueList): void {
  if (!isSlug(fields.id)) issues.add('id', SLUG_HINT);
  checkText(issues, 'name', fields.name, 1, 200);
  checkText(issues, 'tagline', fields.tagline, 0, 300);
  checkText(issues, 'description', fields.description, 0, 20_000);
  checkText(issues, 'longDescription', fields.longDescription ?? '', 0, 20_000);
  checkText(issues, 'systemRequirements', fields.systemRequirements ?? '', 0, 5_000);
  checkWhole(issues, 'position', fields.position, -1_000_000, 1_000_000);
  if (fields.website !== null && !isWebAddress(fields.website)) {
    issues.add('website', 'must be an absolute http or https URL');
  }
  issues.addAll('properties', checkProperties(fields.properties));
}

function isWebAddress(text: string): boolean {
  const url = text.length <= 2_000 ? URL.parse(text) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}
