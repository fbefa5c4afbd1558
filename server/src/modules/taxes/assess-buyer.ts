import type { AccountContext } from '../accounts/index.ts';
import type { TaxRules } from '../pricing/index.ts';
import { decideTaxes, type TaxBasis } from './domain/decide-taxes.ts';
import { contradiction, type EvidenceOfCountry, type TaxEvidence } from './domain/evidence.ts';
import { needsPostCode, stateOf } from './domain/regions.ts';
import { EU_COUNTRIES } from './domain/standard-rates.ts';
import { countryName, readTaxId, type TaxId } from './tax-ids/read-tax-id.ts';
import type { TaxPlace } from './domain/tax-place.ts';
import type { TaxIdRegister } from './tax-ids/check-vies.ts';

/** The buyer's own statements, as far as there are any. */
export interface StatedBuyer {
  readonly country?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly postCode?: string | null | undefined;
  readonly taxId?: string | null | undefined;
}

export interface BuyerSigns {
  readonly stated: StatedBuyer;
  /** The country of the buyer's connection, if known. */
  readonly connectionCountry: string | undefined;
  /** Whether the buyer confirmed the stated country. */
  readonly isConfirmed?: boolean | undefined;
}

/** The check of a tax id, in the form stored with the purchase. */
export interface TaxIdCheck {
  readonly taxId: string;
  readonly country: string;
  /** By format and checksum alone, or in the register of the European Union. */
  readonly by: 'Format' | 'Vies';
  readonly result: 'Valid' | 'NotRegistered' | 'Unreachable';
  readonly consultationNumber: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** The reason why a tax id changes nothing. */
export interface TaxNotice {
  readonly reason: Exclude<TaxIdCheck['result'], 'Valid'>;
  /** A sentence for the buyer. */
  readonly message: string;
}

/** The taxes of a buyer, and the basis of the decision. */
export interface BuyerTaxes {
  /** Absent while the country is unknown. */
  readonly rules?: TaxRules;
  readonly place?: TaxPlace;
  /** Whether the country is that of the connection, because the buyer has not stated one. */
  readonly isEstimate: boolean;
  readonly taxIdCheck?: TaxIdCheck;
  readonly notice?: TaxNotice;
  readonly evidence?: EvidenceOfCountry;
  /** A contradicting country, which the buyer has to rule out before paying. */
  readonly unclearCountry?: string;
  /** Mistakes in the statements: `country`, `postCode` and `taxId` → messages without their subject. */
  readonly issues: TaxIssues;
}

export type TaxIssues = {
  readonly [Field in 'country' | 'postCode' | 'taxId']?: readonly string[] | undefined;
};

/**
 * The current taxes of a buyer. With a register the call may take seconds, must not be in a transaction, and raises
 * what the register raises; without one, a tax id that it has to confirm has no effect.
 */
export async function assessBuyer(
  ctx: AccountContext,
  basis: TaxBasis,
  { stated, connectionCountry, isConfirmed = false }: BuyerSigns,
  register?: TaxIdRegister,
): Promise<BuyerTaxes> {
  const isEstimate = !stated.country;
  const country = stated.country || connectionCountry;
  if (country === undefined) return { isEstimate: true, issues: { country: [COUNTRY_REQUIRED] } };
  const { region = null, postCode = null } = isEstimate ? {} : stated;
  const place = { country, region, postCode };
  const taxId = isEstimate
    ? NO_TAX_ID
    : await judgeTaxId(ctx, basis, { ...place, text: stated.taxId }, register);
  const rules = decideTaxes(basis, { place, isBusiness: taxId.check?.result === 'Valid' });
  const evidence = {
    country,
    evidence: signsOf(isEstimate ? undefined : country, connectionCountry, taxId.check),
    isConfirmed,
  };
  const other = isEstimate || isConfirmed ? undefined : contradiction(evidence);
  return {
    rules,
    place,
    isEstimate,
    ...(taxId.check && { taxIdCheck: taxId.check }),
    ...(taxId.notice !== undefined && { notice: taxId.notice }),
    evidence,
    ...(other !== undefined && isTaxed(basis, rules, other) && { unclearCountry: other }),
    issues: {
      ...(isEstimate && { country: [COUNTRY_REQUIRED] }),
      ...(!isEstimate &&
        postCode === null &&
        rules.rates.some(isDue) &&
        needsPostCode(country) && {
          postCode: [`is required in ${countryName(country)}: taxes depend on it`],
        }),
      ...(taxId.issue !== undefined && { taxId: [taxId.issue] }),
    },
  };
}

const COUNTRY_REQUIRED = 'is required: taxes depend on it';

function isDue({ basisPoints }: TaxRules['rates'][number]): boolean {
  return basisPoints > 0;
}

/** Whether it matters which of the two countries is right: tax is due in one of them. */
function isTaxed(basis: TaxBasis, rules: TaxRules, other: string): boolean {
  const place = { country: other, region: null, postCode: null };
  return rules.rates.some(isDue) || decideTaxes(basis, { place, isBusiness: false }).rates.some(isDue);
}

function signsOf(
  billing: string | undefined,
  connection: string | undefined,
  check: TaxIdCheck | undefined,
): TaxEvidence[] {
  return [
    ...(billing === undefined ? [] : [{ kind: 'BillingCountry', country: billing } as const]),
    ...(connection === undefined ? [] : [{ kind: 'ConnectionCountry', country: connection } as const]),
    ...(check?.result === 'Valid' ? [{ kind: 'TaxId', country: check.country } as const] : []),
  ];
}

interface TaxIdJudgement {
  readonly check?: TaxIdCheck;
  readonly notice?: TaxNotice;
  readonly issue?: string;
}

const NO_TAX_ID: TaxIdJudgement = {};

async function judgeTaxId(
  ctx: AccountContext,
  { sellerCountry }: TaxBasis,
  { country, text }: { readonly country: string; readonly text: string | null | undefined },
  register: TaxIdRegister | undefined,
): Promise<TaxIdJudgement> {
  if (!text?.trim()) return NO_TAX_ID;
  const reading = await readTaxId(text, country);
  if (reading.kind === 'Wrong') return { issue: reading.message };
  if (reading.kind === 'UnknownForm') return NO_TAX_ID;
  const { taxId } = reading;
  // The register matters only for the question of who owes the tax: at home and outside of the union nothing depends on
  // it.
  const isInRegister = EU_COUNTRIES.has(taxId.country) && stateOf(sellerCountry ?? '') !== taxId.country;
  if (!ctx.account.settings.tax.vies || !isInRegister) return { check: byFormat(ctx, taxId) };
  return register === undefined ? NO_TAX_ID : byRegister(ctx, taxId, register);
}

function byFormat({ clock }: AccountContext, { text, country }: TaxId): TaxIdCheck {
  return {
    taxId: text,
    country,
    by: 'Format',
    result: 'Valid',
    consultationNumber: null,
    at: clock.now().toISOString(),
  };
}

async function byRegister(
  ctx: AccountContext,
  taxId: TaxId,
  register: TaxIdRegister,
): Promise<TaxIdJudgement> {
  const answer = await register(taxId, await sellersTaxId(ctx));
  const check: TaxIdCheck = {
    taxId: taxId.text,
    country: taxId.country,
    by: 'Vies',
    result: answer.kind,
    consultationNumber: answer.kind === 'Unreachable' ? null : answer.consultationNumber,
    at: answer.at.toISOString(),
  };
  if (answer.kind === 'Valid') return { check };
  return {
    check,
    notice: {
      reason: answer.kind,
      message:
        answer.kind === 'Unreachable'
          ? `The tax ID ${taxId.text} could not be checked at the moment, so tax is charged. Try again in a few minutes to buy without tax.`
          : `The tax ID ${taxId.text} is not registered for trade in the European Union (VIES), so tax is charged.`,
    },
  };
}

/** The seller's tax id, if the register includes its country. */
async function sellersTaxId({ account }: AccountContext): Promise<TaxId | undefined> {
  const { taxId, country } = account.settings.seller;
  if (taxId === undefined || country === undefined) return undefined;
  const reading = await readTaxId(taxId, country.toUpperCase());
  return reading.kind === 'Valid' && EU_COUNTRIES.has(reading.taxId.country) ? reading.taxId : undefined;
}
