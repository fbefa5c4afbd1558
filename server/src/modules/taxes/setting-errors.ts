import { isDay } from './domain/check-tax-rate.ts';
import { dayOf, EU } from './domain/decide-taxes.ts';
import { COUNTRIES_WITH_RATES } from './domain/standard-rates.ts';
import { sellerTaxIdIssues } from './tax-ids/read-tax-id.ts';

type Errors = Record<string, string[]>;

interface SettingStates {
  readonly after: object;
  readonly before: object;
  readonly now: Date;
}

/**
 * The issues of settings that are about taxes, as field → messages; `{}` when there are none: where tax is collected,
 * and when its rates were checked, as far as `changes` say so, and the seller's tax id, if it or its country differs
 * from `before`.
 */
export async function taxSettingErrors(
  changes: object,
  { after, before, now }: SettingStates,
): Promise<Errors> {
  const tax = 'tax' in changes && typeof changes.tax === 'object' ? (changes.tax ?? {}) : {};
  return { ...placeErrors(tax), ...checkErrors(tax, now), ...(await taxIdErrors(after, before)) };
}

const DAY_MS = 86_400_000;

/** In the vendor's time zone, tomorrow may have begun. */
function checkErrors(tax: object, now: Date): Errors {
  const day: unknown = 'ratesCheckedOn' in tax ? tax.ratesCheckedOn : undefined;
  if (typeof day !== 'string') return {};
  const tomorrow = dayOf(new Date(now.getTime() + DAY_MS));
  return isDay(day) && day <= tomorrow
    ? {}
    : { 'tax.ratesCheckedOn': ['must be a day such as 2026-01-31 that is not in the future'] };
}

function placeErrors(tax: object): Errors {
  if (!('collectsIn' in tax)) return {};
  const list: unknown = tax.collectsIn;
  if (!Array.isArray(list)) return {};
  const entries: unknown[] = list;
  const wrong = entries.flatMap((entry, index) =>
    typeof entry !== 'string' || entry === EU || COUNTRIES_WITH_RATES.has(entry) ? [] : [index],
  );
  return Object.fromEntries(wrong.map((index) => [`tax.collectsIn[${index}]`, [NO_RATE]]));
}

const NO_RATE = `must be ${EU} or one of ${[...COUNTRIES_WITH_RATES].toSorted().join(', ')}; elsewhere, rates of your own (\`/api/tax-rates\`) are enough`;

async function taxIdErrors(after: object, before: object): Promise<Errors> {
  const { country, taxId } = sellerOf(after);
  const earlier = sellerOf(before);
  if (taxId === undefined || (taxId === earlier.taxId && country === earlier.country)) return {};
  const mistakes = await sellerTaxIdIssues(taxId, country);
  return mistakes.length === 0 ? {} : { 'seller.taxId': mistakes };
}

/** The settings are not yet checked. */
function sellerOf(settings: object): { readonly country?: string; readonly taxId?: string } {
  const seller = 'seller' in settings ? settings.seller : undefined;
  if (typeof seller !== 'object' || seller === null) return {};
  const { country, taxId }: Partial<Record<string, unknown>> = { ...seller };
  return {
    ...(typeof country === 'string' && { country }),
    ...(typeof taxId === 'string' && { taxId }),
  };
}
