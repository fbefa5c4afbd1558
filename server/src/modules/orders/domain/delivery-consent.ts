/**
 * The sentences with which buyers consent to immediate delivery, by version; the checkout page shows the same. A new
 * text is a new version.
 */
export const CONSENT_WORDINGS = {
  '2026-11': {
    en: 'Deliver my licenses at once. I know that I lose my right of withdrawal when delivery begins.',
    de: 'Liefern Sie meine Lizenzen sofort. Mir ist bekannt, dass mein Widerrufsrecht mit Beginn der Lieferung erlischt.',
  },
} as const;

export type ConsentWording = keyof typeof CONSENT_WORDINGS;

/** The version that a buyer is asked for. */
const LATEST: ConsentWording = '2026-11';

/**
 * The European Economic Area with its parts that have country codes of their own, the United Kingdom and Gibraltar.
 */
const WITHDRAWAL_COUNTRIES = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT IS LI NO GB GI'.split(
    ' ',
  ),
);

/** Whether consumers in a country may withdraw from a purchase unless they consent to immediate delivery. */
export function hasWithdrawal(country: string): boolean {
  return WITHDRAWAL_COUNTRIES.has(country);
}

/** A buyer at the time of the payment. */
export interface ConsentingBuyer {
  readonly billing: {
    readonly businessName?: string | null;
    readonly taxId?: string | null;
    readonly address?: { readonly countryCode: string } | null;
  };
  /** Where the connection comes from, for a buyer who states no address. */
  readonly connectionCountry: string | undefined;
  readonly dueMinor: number;
  readonly consentWording: string | undefined;
}

/**
 * The issue with a missing consent: consumers in countries with a right of withdrawal have to give it, unless nothing
 * is due. A buyer of an unclear country need not, and keeps the right without it; the checkout page asks them, too.
 */
export function consentIssues({
  billing: { businessName, taxId, address },
  connectionCountry,
  dueMinor,
  consentWording,
}: ConsentingBuyer): Record<string, string[]> {
  const country = address?.countryCode ?? connectionCountry;
  const isBusiness = Boolean(businessName?.trim()) || Boolean(taxId?.trim());
  if (dueMinor === 0 || isBusiness || country === undefined || !hasWithdrawal(country)) return {};
  if (consentWording !== undefined) return {};
  return {
    consent: [
      `is required: show the buyer this sentence and send its version ${LATEST}: “${CONSENT_WORDINGS[LATEST].en}”`,
    ],
  };
}

/** The sentence of a version, in the language of the buyer's page. */
export function consentText(wording: ConsentWording, locale = 'en'): string {
  return CONSENT_WORDINGS[wording][locale.toLowerCase().startsWith('de') ? 'de' : 'en'];
}
