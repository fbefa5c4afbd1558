import { tokenProperties, type CustomProperties } from '../../../kernel/properties.ts';
import { partsOfId } from '../../../kernel/product-id.ts';
import type { AddOnClaim } from './add-ons.ts';
import type { ReleaseCoverage } from './release-access.ts';

/** The holder of a license; absent on trials without an owner. */
export interface TokenOwner {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
  readonly properties: CustomProperties;
}

interface TokenProduct {
  readonly id: string;
  readonly name: string;
  /** The released version; absent before the first release. */
  readonly currentVersion?: string | null | undefined;
  readonly properties: CustomProperties;
}

/** Claims that tokens of licenses and trials share. */
interface TokenFacts {
  readonly accountId: string;
  /** The name of the merchant. */
  readonly vendor: string;
  readonly issuedAt: Date;
  readonly validatedAt: Date;
  readonly deviceSignature: string;
  readonly owner?: TokenOwner | undefined;
  readonly product: TokenProduct;
  /** Ids of the sub-products that the owner may use, in any order. */
  readonly ownedSubProducts: readonly string[];
}

export interface LicenseTokenFacts extends TokenFacts {
  readonly activationId: string;
  readonly method: 'Online' | 'Offline';
  /** The owner's total for the product, over all licenses. */
  readonly seats: { readonly total: number; readonly used: number };
  /** The moment at which the token ends; absent when the license is perpetual. */
  readonly expiresAt?: Date | null | undefined;
  /** The versions that it covers; absent: every version. */
  readonly coverage?: ReleaseCoverage | undefined;
  /** The add-ons that are included in the license. */
  readonly addOns?: readonly AddOnClaim[] | undefined;
  readonly license: {
    readonly id: string;
    readonly subscriptionId?: string | null | undefined;
    readonly properties: CustomProperties;
  };
}

interface TrialTokenFacts extends TokenFacts {
  readonly method: 'Online' | 'Offline';
  readonly expiresAt: Date;
  readonly trial: { readonly id: string; readonly properties: CustomProperties };
}

/** Claims by their names on the wire (customer API, License token). Absent ones are omitted. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Owner id of anonymous tokens (wire contract section 5). */
export const ANONYMOUS_ID = '00000000-0000-0000-0000-000000000000';
const ANONYMOUS = 'anonymous';

/** The claims of a license token (customer API, License token; wire contract section 5). */
export function licenseClaims(facts: LicenseTokenFacts): TokenClaims {
  const { license } = facts;
  return withoutAbsent({
    id: facts.activationId,
    ...commonClaims(facts),
    exp: facts.expiresAt ? toSeconds(facts.expiresAt) : undefined,
    'l:id': license.id,
    // A perpetual license follows no subscription, not even one that it has come from.
    's:id': facts.expiresAt === null ? undefined : (license.subscriptionId ?? undefined),
    'l:rel:until': facts.coverage?.until,
    'l:rel:major': facts.coverage?.major,
    'l:rel:upto': facts.coverage?.upto,
    sp: facts.addOns?.length ? facts.addOns : undefined,
    'p:seats:total': facts.seats.total,
    'p:seats:used': facts.seats.used,
    method: facts.method,
    trial: false,
    'l:properties': tokenProperties(license.properties),
  });
}

/** The claims of a trial token: always with an expiry, and with the trial's id as that of the license. */
export function trialClaims(facts: TrialTokenFacts): TokenClaims {
  const { trial } = facts;
  return withoutAbsent({
    id: trial.id,
    ...commonClaims(facts),
    exp: toSeconds(facts.expiresAt),
    'l:id': trial.id,
    method: facts.method,
    trial: true,
    't:properties': tokenProperties(trial.properties),
  });
}

function commonClaims(facts: TokenFacts): Record<string, unknown> {
  const { owner, product } = facts;
  const issuedAt = toSeconds(facts.issuedAt);
  // Some deployed applications compare with the own part, and some with the whole id (policies section 3).
  const subProducts = facts.ownedSubProducts.toSorted().flatMap((id) => [partsOfId(id).ownPart, id]);
  return {
    iat: issuedAt,
    nbf: issuedAt,
    iss: facts.accountId,
    aud: product.id,
    'u:id': owner?.id ?? ANONYMOUS_ID,
    // Imported customers may not have a name yet, but the claim is always present.
    'u:name': owner === undefined ? ANONYMOUS : (owner.name ?? owner.email),
    'u:email': owner?.email ?? ANONYMOUS,
    'p:id': product.id,
    'p:name': product.name,
    'p:rel': product.currentVersion ?? undefined,
    'sp:owned': subProducts.length > 0 ? subProducts.join(',') : undefined,
    sig: facts.deviceSignature,
    validated: toSeconds(facts.validatedAt),
    vendor: facts.vendor,
    'p:properties': tokenProperties(product.properties),
    'u:properties': owner === undefined ? undefined : tokenProperties(owner.properties),
  };
}

/** Whole seconds since the epoch, rounded down: a token is never valid longer than its license or trial. */
function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

function withoutAbsent(claims: Record<string, unknown>): TokenClaims {
  const present: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(claims)) if (value !== undefined) present[name] = value;
  return present;
}
