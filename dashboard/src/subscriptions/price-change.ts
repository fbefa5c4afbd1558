import type { components } from '@latchkey/sdk';
import { moneyIn } from '../form/amounts.ts';
import type { SubscriptionTexts } from './subscription-en.ts';

/** The fields of the form about another price. */
export interface PriceChangeValues extends Record<string, string> {
  /** Whose plan it is, as in `Product/app`. */
  readonly item: string;
  readonly variationId: string;
  readonly currency: string;
  readonly amount: string;
  /** The first day, as in `2027-01-31`. */
  readonly from: string;
}

/** What the law and the server leave customers to cancel. */
const NOTICE_DAYS = 30;
const DAY_MS = 86_400_000;

/** What is wrong with the values, by field, in the order of the page; the server has the last word. */
export function priceChangeIssues(
  values: PriceChangeValues,
  texts: SubscriptionTexts,
  now = new Date(),
): Record<string, string> {
  const { variationId, currency, amount, from } = values;
  const price = currency === '' ? undefined : moneyIn(amount, currency);
  const start = from === '' ? undefined : startOfDay(from);
  const isTooSoon = start === undefined || start.getTime() < now.getTime() + NOTICE_DAYS * DAY_MS;
  return {
    ...(variationId === '' && { variationId: texts.choosePlan }),
    ...((price === undefined || price === 0) && variationId !== '' && { amount: texts.priceShape }),
    ...(isTooSoon && { from: texts.tooSoon(NOTICE_DAYS) }),
  };
}

/** What the form asks of the API. */
export function priceChangeRequest({
  variationId,
  currency,
  amount,
  from,
}: PriceChangeValues): Omit<components['schemas']['SubscriptionPriceChange'], 'preview'> {
  const price = { currency, amount: moneyIn(amount, currency) ?? Number.NaN };
  return { variationId, price, from: startOfDay(from).toISOString() };
}

/** The beginning of a day where whoever looks at the page is. */
function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
