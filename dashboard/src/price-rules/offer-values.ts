import type { components } from '@latchkey/sdk';
import { moneyIn, pricesIn } from '../form/amounts.ts';
import type { Offer } from './rule-queries.ts';
import {
  amountsBeside,
  amountTexts,
  benefitIn,
  dayChanges,
  dayOf,
  itemKey,
  NO_RULE,
  type RuleValues,
  shareText,
  targetsIn,
} from './rule-values.ts';

type OfferChanges = components['schemas']['OfferChanges'];

/**
 * The fields of an offer besides those of other rules: `scope`, `target` (one item), `items` (several, one a line),
 * `minimumItems`, `isExclusive`, `description`, and the least and most total in each currency as `least-EUR`, `most-EUR`.
 * An item is `Product/demo-app` or `Bundle/studio`.
 */
export const NO_OFFER: RuleValues = {
  ...NO_RULE,
  scope: 'Item',
  target: '',
  items: '',
  minimumItems: '1',
  isExclusive: false,
  description: '',
};

/** The fields of the totals, in the order of the page. */
export function totalFields(currencies: readonly string[]): readonly string[] {
  return currencies.flatMap((currency) => [`least-${currency}`, `most-${currency}`]);
}

/** The fields of an offer that exists. */
export function offerValuesOf(offer: Offer): RuleValues {
  const { type, percentage, amounts = {}, target, relevantItems = [], targets = [] } = offer;
  const items = offer.scope === 'Item' ? relevantItems : targets;
  return {
    ...NO_OFFER,
    ...amountTexts(amounts),
    ...amountTexts(offer.minimumTotal ?? {}, 'least-'),
    ...amountTexts(offer.maximumTotal ?? {}, 'most-'),
    name: offer.name,
    type,
    percentage: shareText(percentage),
    startsAt: dayOf(offer.startsAt),
    endsAt: dayOf(offer.endsAt),
    scope: offer.scope,
    target: target === undefined ? '' : itemKey(target),
    items: items.map(itemKey).join('\n'),
    minimumItems: String(offer.minimumItems ?? 1),
    isExclusive: offer.isExclusive,
    description: offer.description ?? '',
  };
}

/** The names of the fields whose text is no amount of money, of those that the scope has. */
export function wrongTotals(values: RuleValues, currencies: readonly string[]): readonly string[] {
  if (values['scope'] !== 'Cart') return [];
  return currencies.flatMap((currency) =>
    ['least-', 'most-']
      .map((prefix) => prefix + currency)
      .filter((field) => {
        const text = textIn(values, field);
        return text !== '' && moneyIn(text, currency) === undefined;
      }),
  );
}

/**
 * An offer as the API takes it. What an existing one says and no field can change, such as the variations of an item or
 * the hour at which it begins, stays.
 */
export function offerIn(values: RuleValues, currencies: readonly string[], before?: Offer) {
  const isCart = values['scope'] === 'Cart';
  const benefit = isCart
    ? benefitIn({ ...values, type: NO_RULE.type }, currencies)
    : benefitIn(values, currencies, before?.amounts);
  return {
    name: values.name.trim(),
    ...benefit,
    description: textIn(values, 'description') === '' ? null : textIn(values, 'description'),
    isExclusive: values['isExclusive'] === true,
    ...dayChanges(values, before),
    ...(isCart ? cartPart(values, currencies, before) : itemPart(values, before)),
  } satisfies OfferChanges;
}

/** An offer for a preview, which needs a name; what no field of one that exists shows stays as it was. */
export function draftOffer(
  content: ReturnType<typeof offerIn> & Pick<Offer, 'scope'>,
  name: string,
  before?: Offer,
): components['schemas']['NewOffer'] {
  return {
    ...(before && { id: before.id, startsAt: before.startsAt, endsAt: before.endsAt }),
    ...content,
    name: content.name || name,
  };
}

function itemPart(values: RuleValues, before: Offer | undefined) {
  const [target] = targetsIn(textIn(values, 'target'), before?.target === undefined ? [] : [before.target]);
  return {
    ...(target !== undefined && { target }),
    relevantItems: targetsIn(textIn(values, 'items'), before?.relevantItems),
    minimumItems: Number(textIn(values, 'minimumItems')),
  };
}

function cartPart(values: RuleValues, currencies: readonly string[], before: Offer | undefined) {
  return {
    targets: targetsIn(textIn(values, 'items'), before?.targets),
    minimumTotal: totalIn(values, currencies, 'least-', before?.minimumTotal),
    maximumTotal: totalIn(values, currencies, 'most-', before?.maximumTotal),
  };
}

/** The totals of the fields, and those of before in currencies that have no field. */
function totalIn(
  values: RuleValues,
  currencies: readonly string[],
  prefix: string,
  before: Offer['minimumTotal'],
) {
  const texts = Object.fromEntries(currencies.map((each) => [each, textIn(values, prefix + each)]));
  const totals = { ...amountsBeside(currencies, before ?? {}), ...pricesIn(currencies, texts) };
  return Object.keys(totals).length === 0 ? null : totals;
}

function textIn(values: RuleValues, field: string): string {
  return String(values[field] ?? '').trim();
}
