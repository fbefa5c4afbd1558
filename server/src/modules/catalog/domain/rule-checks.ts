import { isSlug } from '../../../kernel/ids.ts';
import { isCurrency } from '../../../kernel/money.ts';
import { checkPrices, checkText, checkWhole, SLUG_HINT } from './checks.ts';
import { issueList, type IssueList, type Issues } from './issues.ts';

interface Target {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
  readonly variationIds: readonly string[];
}

type Benefit =
  | { readonly type: 'FlatAmountOff'; readonly amounts: Readonly<Record<string, number>> }
  | { readonly type: 'PercentageOff'; readonly basisPoints: number };

/** A benefit as sent: `surplus` is the field of the other kind that was sent with it. */
export type BenefitInput = Benefit & { readonly surplus?: 'amounts' | 'percentage' };

/** Fields that discounts and offers share. */
interface RuleFields {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: BenefitInput;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export interface DiscountFields extends RuleFields {
  readonly targets: readonly Target[];
  readonly audience: {
    readonly ownedCount?: { readonly least?: number; readonly most?: number };
    readonly owns?: { readonly productIds: readonly string[] };
  };
  readonly utm: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly currencies: readonly string[];
  readonly recurringPaymentUseCount: number | null;
}

export interface OfferFields extends RuleFields {
  readonly scope: 'Item' | 'Cart';
  readonly target: Target;
  readonly targets: readonly Target[];
  readonly minimumTotal: Totals | null;
  readonly maximumTotal: Totals | null;
  readonly relevantItems: readonly Target[];
  readonly minimumItems: number;
  readonly position: number;
}

type Totals = Readonly<Record<string, number>>;

/** The ids of the account that a rule may refer to. */
export interface CatalogIds {
  /** `Product/{id}` or `Bundle/{id}` → the ids of its variations. */
  readonly variationsOf: ReadonlyMap<string, ReadonlySet<string>>;
}

const MAX_ENTRIES = 200;
const MAX_COUNT = 10_000;
/** The maximum price of an order of 100 lines of 10,000 stays below it. */
const MAX_TOTAL_MINOR = 999_999_999_999_999;

/** Every issue of a discount; `{}` when it is valid. */
export function checkDiscount(fields: DiscountFields, ids: CatalogIds): Issues {
  const issues = issueList();
  checkRule(fields, issues);
  checkTargets('targets', fields.targets, ids, issues);
  checkAudience(fields, ids, issues);
  checkLength('currencies', fields.currencies, issues);
  const { recurringPaymentUseCount: payments } = fields;
  if (payments !== null) checkWhole(issues, 'recurringPaymentUseCount', payments, 1, 1_000);
  fields.currencies.slice(0, MAX_ENTRIES).forEach((currency, index) => {
    if (!isCurrency(currency))
      issues.add(`currencies[${index}]`, 'is not a currency of ISO 4217, such as EUR');
  });
  for (const [name, values] of Object.entries(fields.utm)) {
    checkLength(`utm.${name}`, values ?? [], issues);
    values
      ?.slice(0, MAX_ENTRIES)
      .forEach((value, index) => checkText(issues, `utm.${name}[${index}]`, value, 1, 500));
  }
  return issues.all();
}

/** A rule about the price of a cart, for some of its items. */
export interface CartRuleFields extends RuleFields {
  readonly targets: readonly Target[];
  readonly minimumTotal: Readonly<Record<string, number>>;
}

/** Every issue of the parts that such rules share; `{}` when they are valid. */
export function checkCartRule(fields: CartRuleFields, ids: CatalogIds): Issues {
  const issues = issueList();
  checkRule(fields, issues);
  checkTargets('targets', fields.targets, ids, issues);
  checkPrices(issues, 'minimumTotal', fields.minimumTotal);
  return issues.all();
}

/** Every issue of an offer; `{}` when it is valid. */
export function checkOffer(fields: OfferFields, ids: CatalogIds): Issues {
  const issues = issueList();
  checkRule(fields, issues);
  checkWhole(issues, 'position', fields.position, -1_000_000, 1_000_000);
  if (fields.scope === 'Cart') checkCartOffer(fields, ids, issues);
  else checkItemOffer(fields, ids, issues);
  return issues.all();
}

function checkItemOffer(fields: OfferFields, ids: CatalogIds, issues: IssueList): void {
  const { target, targets, minimumTotal, maximumTotal } = fields;
  if (target.id === '') issues.add('target', 'is required: the offer is for one item');
  else checkTarget('target', target, ids, issues);
  checkTargets('relevantItems', fields.relevantItems, ids, issues);
  checkWhole(issues, 'minimumItems', fields.minimumItems, 1, MAX_COUNT);
  const foreign = {
    targets: targets.length > 0,
    minimumTotal: minimumTotal !== null,
    maximumTotal: maximumTotal !== null,
  };
  for (const [field, isPresent] of Object.entries(foreign)) {
    if (isPresent) issues.add(field, 'belongs to offers with the scope Cart');
  }
}

function checkCartOffer(fields: OfferFields, ids: CatalogIds, issues: IssueList): void {
  const { benefit, minimumTotal, maximumTotal } = fields;
  if (benefit.type !== 'PercentageOff')
    issues.add('type', 'must be PercentageOffDiscount: the offer is for a whole cart');
  checkTargets('targets', fields.targets, ids, issues);
  for (const [field, totals] of Object.entries({ minimumTotal, maximumTotal })) {
    if (totals === null) continue;
    if (Object.keys(totals).length === 0) issues.add(field, 'must name at least one currency');
    checkPrices(issues, field, totals, MAX_TOTAL_MINOR);
  }
  for (const [currency, maximum] of Object.entries(maximumTotal ?? {})) {
    if (maximum < (minimumTotal?.[currency] ?? 0)) {
      issues.add(`maximumTotal.${currency}`, 'must not be less than minimumTotal');
    }
  }
  const foreign = {
    target: fields.target.id !== '',
    relevantItems: fields.relevantItems.length > 0,
    minimumItems: fields.minimumItems !== 1,
  };
  for (const [field, isPresent] of Object.entries(foreign)) {
    if (isPresent) issues.add(field, 'belongs to offers with the scope Item');
  }
}

function checkRule(fields: RuleFields, issues: IssueList): void {
  if (!isSlug(fields.id)) issues.add('id', SLUG_HINT);
  checkText(issues, 'name', fields.name, 1, 200);
  checkText(issues, 'description', fields.description ?? '', 0, 2_000);
  checkBenefit(fields.benefit, issues);
  const { startsAt, endsAt } = fields;
  for (const [path, moment] of Object.entries({ startsAt, endsAt })) {
    // Leap seconds are well-formed, but no clock here can represent them.
    if (moment !== null && Number.isNaN(moment.getTime())) issues.add(path, 'must be a moment that exists');
  }
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    issues.add('endsAt', 'must be after startsAt');
}

function checkBenefit(benefit: BenefitInput, issues: IssueList): void {
  const kind = benefit.type === 'PercentageOff' ? 'a percentage' : 'a flat amount';
  if (benefit.surplus !== undefined) issues.add(benefit.surplus, `does not belong to ${kind}`);
  if (benefit.type === 'PercentageOff') {
    if (!Number.isInteger(benefit.basisPoints) || benefit.basisPoints < 1 || benefit.basisPoints > 10_000) {
      issues.add('percentage', 'must be more than 0 and at most 1, with at most 4 digits after the point');
    }
    return;
  }
  if (Object.keys(benefit.amounts).length === 0) issues.add('amounts', 'must name at least one currency');
  checkPrices(issues, 'amounts', benefit.amounts);
  for (const [currency, amountMinor] of Object.entries(benefit.amounts)) {
    if (amountMinor === 0) issues.add(`amounts.${currency}`, 'must be more than 0');
  }
}

function checkAudience({ audience }: DiscountFields, ids: CatalogIds, issues: IssueList): void {
  const { ownedCount, owns } = audience;
  if (ownedCount !== undefined) {
    const { least, most } = ownedCount;
    if (least === undefined && most === undefined)
      issues.add('audience.ownedCount', 'must have least or most');
    if (least !== undefined) checkWhole(issues, 'audience.ownedCount.least', least, 0, MAX_COUNT);
    if (most !== undefined) checkWhole(issues, 'audience.ownedCount.most', most, 0, MAX_COUNT);
    if (least !== undefined && most !== undefined && most < least) {
      issues.add('audience.ownedCount.most', 'must not be less than least');
    }
  }
  if (owns === undefined) return;
  if (owns.productIds.length === 0) issues.add('audience.owns.productIds', 'must name at least one product');
  checkLength('audience.owns.productIds', owns.productIds, issues);
  owns.productIds.slice(0, MAX_ENTRIES).forEach((id, index) => {
    if (!ids.variationsOf.has(`Product/${id}`)) {
      issues.add(`audience.owns.productIds[${index}]`, 'is not a product of this account');
    }
  });
}

/** Every issue of the items at `path` of a rule. */
export function checkTargets(
  path: string,
  targets: readonly Target[],
  ids: CatalogIds,
  issues: IssueList,
): void {
  checkLength(path, targets, issues);
  targets
    .slice(0, MAX_ENTRIES)
    .forEach((target, index) => checkTarget(`${path}[${index}]`, target, ids, issues));
}

function checkTarget(
  path: string,
  { type, id, variationIds }: Target,
  ids: CatalogIds,
  issues: IssueList,
): void {
  const variations = ids.variationsOf.get(`${type}/${id}`);
  if (variations === undefined) {
    issues.add(`${path}.id`, `is not a ${type.toLowerCase()} of this account`);
    return;
  }
  checkLength(`${path}.variationIds`, variationIds, issues);
  variationIds.slice(0, MAX_ENTRIES).forEach((variationId, index) => {
    if (!variations.has(variationId)) {
      issues.add(`${path}.variationIds[${index}]`, `is not a variation of ${id}`);
    }
  });
}

function checkLength(path: string, list: readonly unknown[], issues: IssueList): void {
  if (list.length > MAX_ENTRIES) issues.add(path, `must have at most ${MAX_ENTRIES} entries`);
}
