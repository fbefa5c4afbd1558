import type { AccountContext } from '../accounts/index.ts';
import type { TaxRules } from '../pricing/index.ts';
import { decideTaxes, mayOweTax, type TaxBasis } from './domain/decide-taxes.ts';
import { contradiction, type EvidenceOfCountry, type TaxEvidence } from './domain/evidence.ts';
import { needsPostCode, regionInDoubt } from './domain/regions.ts';
import { EU_COUNTRIES } from './domain/standard-rates.ts';
import { countryName, readTaxId, type TaxId } from './tax-ids/read-tax-id.ts';
import type { TaxPlace } from './domain/tax-place.ts';
import type { TaxIdRegister } from './tax-ids/check-vies.ts';

/** The buyer's own statements, as far as there are any. */
export interface StatedBuyer {
  readonly country?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly postCode?: string | null | undefined;
  readonly locality?: string | null | undefined;
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
}

interface BuyerSigns {
  readonly stated: StatedBuyer;
  /** The country of the buyer's connection, if known. */
  readonly connectionCountry: string | undefined;
  /** Whether the buyer confirmed the stated country. */
  readonly isConfirmed?: boolean | undefined;
  /** Whether no buyer is there to correct anything, as at a renewal: the register decides about their tax id. */
  readonly isUnattended?: boolean | undefined;
}

/** The check of a tax id in VIES, in the form stored with the purchase. */
export interface TaxIdCheck {
  readonly taxId: string;
  readonly country: string;
  readonly result: 'Valid' | 'NotRegistered' | 'Unreachable';
  readonly consultationNumber: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** The reason why a business that could owe the tax itself is charged it. */
export interface TaxNotice {
  readonly reason:
    | Exclude<TaxIdCheck['result'], 'Valid'>
    | 'NoBusinessName'
    | 'NoReverseCharge'
    | 'TaxIdIgnored';
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
  readonly [Field in 'country' | 'postCode' | 'locality' | 'taxId']?: readonly string[] | undefined;
};

/**
 * The current taxes of a buyer. With a register the call may take seconds, must not be in a transaction, and raises
 * what the register raises; without one, a tax id that it has to confirm has no effect.
 */
export async function assessBuyer(
  ctx: AccountContext,
  basis: TaxBasis,
  { stated, connectionCountry, isConfirmed = false, isUnattended }: BuyerSigns,
  register?: TaxIdRegister,
): Promise<BuyerTaxes> {
  const isEstimate = !stated.country;
  const country = stated.country || connectionCountry;
  if (country === undefined) return { isEstimate: true, issues: { country: [COUNTRY_REQUIRED] } };
  const { region = null, postCode = null } = isEstimate ? {} : stated;
  const place = { country, region, postCode };
  const taxId = isEstimate
    ? NO_TAX_ID
    : await judgeTaxId(
        ctx,
        basis,
        { place, taxId: stated.taxId, businessName: stated.businessName, isUnattended },
        register,
      );
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
      ...(!isEstimate && localityIssues(country, stated)),
      ...(taxId.issue !== undefined && { taxId: [taxId.issue] }),
    },
  };
}

function localityIssues(
  country: string,
  { postCode = null, locality = null }: StatedBuyer,
): Pick<TaxIssues, 'locality'> {
  const region = regionInDoubt(country, postCode, locality);
  if (region === undefined) return {};
  const issue =
    locality === null
      ? `is required: the postal code is that of ${region}, where other taxes apply`
      : `does not fit the postal code, which is that of ${region}, where other taxes apply`;
  return { locality: [issue] };
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

/** Format and checksum only find typing mistakes: they prove neither a business nor its country. */
async function judgeTaxId(
  ctx: AccountContext,
  basis: TaxBasis,
  { place, taxId: text, businessName, isUnattended }: StatedBusiness,
  register: TaxIdRegister | undefined,
): Promise<TaxIdJudgement> {
  if (!text?.trim()) return NO_TAX_ID;
  const reading = await readTaxId(text, place.country, {
    isUnattended,
    postCode: place.postCode,
  });
  if (reading.kind === 'Wrong') return { issue: reading.message };
  // The register matters only for the question of who owes the tax: at home and outside of the union nothing depends on
  // it.
  if (reading.kind === 'UnknownForm' || !mayOweTax(basis, place)) return NO_TAX_ID;
  if (!ctx.account.settings.tax.vies) return { notice: NO_REVERSE_CHARGE };
  if (!businessName?.trim()) return { notice: NO_BUSINESS_NAME };
  return register === undefined ? NO_TAX_ID : askRegister(ctx, reading.taxId, register);
}

/** For a customer whose stored tax id cannot be one of the billing country. */
export const TAX_ID_IGNORED: TaxNotice = {
  reason: 'TaxIdIgnored',
  message: 'This is not a valid tax ID, so it is ignored. Correct or remove it.',
};

/** For a business at a shop that does not ask the register. */
export const NO_REVERSE_CHARGE: TaxNotice = {
  reason: 'NoReverseCharge',
  message: 'This shop charges tax to businesses, too.',
};

/** For a tax id whose business is not stated. */
export const NO_BUSINESS_NAME: TaxNotice = {
  reason: 'NoBusinessName',
  message: 'VAT is charged until you enter the name of the business that the tax ID belongs to.',
};

interface StatedBusiness extends Pick<BuyerSigns, 'isUnattended'> {
  readonly place: TaxPlace;
  readonly taxId: string | null | undefined;
  readonly businessName: string | null | undefined;
}

/** Asks the register about a tax id; the notice tells a business that the register does not confirm that it is charged tax. */
export async function askRegister(
  ctx: AccountContext,
  taxId: TaxId,
  register: TaxIdRegister,
): Promise<{ readonly check: TaxIdCheck; readonly notice?: TaxNotice }> {
  const answer = await register(taxId, await sellersTaxId(ctx));
  const check: TaxIdCheck = {
    taxId: taxId.text,
    country: taxId.country,
    result: answer.kind,
    consultationNumber: answer.kind === 'Unreachable' ? null : answer.consultationNumber,
    at: answer.at.toISOString(),
  };
  if (answer.kind === 'Valid') return { check };
  return { check, notice: { reason: answer.kind, message: charged(taxId, answer.kind) } };
}

function charged({ text }: TaxId, result: 'NotRegistered' | 'Unreachable'): string {
  return result === 'Unreachable'
    ? `The tax ID ${text} could not be checked at the moment, so VAT is charged. Try again in a few minutes to buy without VAT. If you buy now, the seller can correct the invoice and refund the VAT later.`
    : `The tax ID ${text} is not registered for trade in the European Union (VIES), so VAT is charged. If it should be registered, the seller can correct the invoice and refund the VAT later.`;
}

/** The seller's tax id, if the register includes its country. */
async function sellersTaxId({ account }: AccountContext): Promise<TaxId | undefined> {
  const { taxId, country } = account.settings.seller;
  if (taxId === undefined || country === undefined) return undefined;
  const reading = await readTaxId(taxId, country.toUpperCase());
  return reading.kind === 'Valid' && EU_COUNTRIES.has(reading.taxId.country) ? reading.taxId : undefined;
}
