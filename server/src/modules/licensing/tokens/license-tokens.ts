import { normaliseGuid } from '../../../kernel/ids.ts';
import { signJws, type VerificationKey, verifyJws } from '../../../platform/crypto/jws.ts';
import type { Account, Context } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { findVerificationKey, licenseSigningKey, verificationKeys } from '../../signing-keys/index.ts';
import { addOnClaim } from '../domain/add-ons.ts';
import { licenseClaims, type TokenClaims, type TokenOwner, trialClaims } from '../domain/claims.ts';
import type { VersionHistory } from '../../../kernel/version-history.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import { coverageOf } from '../domain/release-access.ts';
import type { PresentedToken } from '../domain/token-decision.ts';
import { tokenExpiry } from '../policies/license-policy.ts';
import { type LicensingRules, licensingRules } from '../policies/licensing-rules.ts';
import type { ActivationRecord } from '../store/validations.ts';
import type { ActivationMethod, Trial } from '../tables.ts';
import { readSubProducts, type SubProductFacts } from './sub-products.ts';

/** The subject of a token: an activation of a license, or a trial. */
export type TokenSubject = { readonly activation: ActivationRecord } | TrialOfOwner;

/**
 * A trial, and the customer who requested the token, who need not be the one who first requested the trial: the
 * signature of a device is no secret, and must not reveal anybody's name.
 */
interface TrialOfOwner {
  readonly trial: Trial;
  readonly owner: TokenOwner | undefined;
}

/** The contents of a new token. */
interface TokenContents {
  readonly product: Product;
  readonly subject: TokenSubject;
  /** Of a trial: an offline token stays offline, because the device holds the choice, not the trial. */
  readonly method: ActivationMethod;
  /**
   * The key to sign with: that of the token that this one renews, because its application may hold no other. Null, or
   * if it was removed: the default of the account.
   */
  readonly signingKid: string | null;
  /** When the device was last validated. Default: now. */
  readonly validatedAt?: Date | undefined;
}

/** Signs a token for an account, as its request found it. */
type TokenWriter = (account: Account, contents: TokenContents) => Promise<string>;

/** A token of this moment, signed away from the main thread. */
export async function writeLicenseToken(ctx: Context, contents: TokenContents, now: Date): Promise<string> {
  const write = await licenseTokenWriter(ctx, [contents], now);
  return write(ctx.account, contents);
}

/**
 * Like `writeLicenseToken` for all these tokens, with one round of reads; the caller may have read some facts already.
 */
export async function licenseTokenWriter(
  ctx: Context,
  tokens: readonly TokenContents[],
  now: Date,
  factsOfCaller?: SubProductFacts,
): Promise<TokenWriter> {
  const activations = tokens.flatMap(({ subject }) => ('activation' in subject ? [subject.activation] : []));
  const trialOwners = tokens.flatMap(({ subject, product }) =>
    'trial' in subject && subject.owner !== undefined
      ? [{ customerId: subject.owner.id, productId: product.id }]
      : [],
  );
  const [subProducts, rules, histories] = await Promise.all([
    factsOfCaller ?? readSubProducts(ctx, activations, now, trialOwners),
    licensingRules(ctx),
    loadVersionHistories(ctx),
  ]);
  const facts = { now, subProducts, rules, histories };
  return async (account, contents) => {
    const { kid, privateKey, algorithm } = await licenseSigningKey(ctx, contents.signingKid);
    return signJws({ kid }, claimsOf(account, contents, facts), privateKey, algorithm);
  };
}

/** The data of claims that is read for many tokens at once. */
interface ClaimFacts {
  readonly now: Date;
  readonly subProducts: SubProductFacts;
  readonly rules: (productId: string) => LicensingRules;
  readonly histories: (productId: string) => VersionHistory;
}

function claimsOf(
  account: Account,
  { product, subject, method, validatedAt }: TokenContents,
  { now, subProducts, rules, histories }: ClaimFacts,
): TokenClaims {
  const common = {
    accountId: account.id,
    vendor: account.name,
    issuedAt: now,
    validatedAt: validatedAt ?? now,
    product,
  };
  if ('trial' in subject) {
    const { trial, owner } = subject;
    const { deviceSignature, expiresAt } = trial;
    const ownedSubProducts = owner ? subProducts.owned({ customerId: owner.id, productId: product.id }) : [];
    return trialClaims({ ...common, deviceSignature, method, expiresAt, trial, owner, ownedSubProducts });
  }
  const { activation } = subject;
  return licenseClaims({
    ...common,
    activationId: activation.id,
    deviceSignature: activation.deviceSignature,
    method: isReleased(account, activation) ? 'Offline' : activation.method,
    expiresAt: tokenExpiry(activation, rules(product.id), now),
    license: {
      id: activation.licenseId,
      subscriptionId: activation.subscriptionId,
      properties: activation.licenseProperties,
    },
    owner: {
      id: activation.customerId,
      name: activation.ownerName,
      email: activation.ownerEmail,
      properties: activation.ownerProperties,
    },
    ownedSubProducts: subProducts.owned(activation),
    addOns: subProducts
      .addOns(activation)
      .flatMap((addOn) => addOnClaim(addOn, now, activation.method) ?? []),
    coverage: coverageOf(activation, histories(product.id), now),
    seats: { total: activation.totalSeats, used: activation.usedSeats },
  });
}

/**
 * Whether the license outlives its store (policies section 4): applications keep an offline token with the id of their
 * activation, and never ask about it again.
 */
function isReleased({ closure }: Account, { expiresAt }: Pick<ActivationRecord, 'expiresAt'>): boolean {
  return closure === 'Released' && expiresAt === null;
}

/** A token, and the product that it is presented for. */
interface Presentation {
  readonly token: string;
  readonly productId: string;
}

/** Reads one token. @see licenseTokenReader */
export async function readLicenseToken(
  ctx: Context,
  presentation: Presentation,
): Promise<PresentedToken | undefined> {
  return (await licenseTokenReader(ctx))(presentation);
}

/**
 * Reads tokens that are presented for a product: `undefined` for one that this account did not sign for it. Their time
 * limits do not count here: a token is presented in order to be renewed.
 */
export async function licenseTokenReader(
  ctx: Context,
): Promise<(presentation: Presentation) => Promise<PresentedToken | undefined>> {
  const keys = await verificationKeys(ctx, 'License');
  return async ({ token, productId }) => {
    let isOfNoKey = false;
    let unknownKid: string | undefined;
    let signingKid = '';
    const verified = verifyJws(token, (kid) => {
      signingKid = kid ?? '';
      const key = kid === undefined ? undefined : keys.get(kid);
      isOfNoKey = key === undefined;
      if (key === undefined) unknownKid = kid;
      return key;
    });
    const withNewKey = unknownKid === undefined ? undefined : await readWithNewKey(ctx, token, unknownKid);
    const byKid = verified ?? withNewKey;
    const read = byKid ? { ...byKid, signingKid } : isOfNoKey ? readWithAnyKey(token, keys) : undefined;
    return read && toPresented(read, { accountId: ctx.account.id, productId });
  };
}

const MAX_KID_CHARACTERS = 100;

/**
 * A key that another process has just created may not be cached here yet, and an application would delete a token that
 * is refused because of that: the database has the final say.
 */
async function readWithNewKey(ctx: Context, token: string, kid: string) {
  if (kid.length > MAX_KID_CHARACTERS) return undefined;
  const key: VerificationKey | undefined = await findVerificationKey(ctx, 'License', kid);
  return key === undefined ? undefined : verifyJws(token, () => key);
}

/** Tokens of another system, whose key was imported, have another key id or none: the signature identifies the key. */
function readWithAnyKey(token: string, keys: ReadonlyMap<string, VerificationKey>) {
  for (const [signingKid, key] of keys) {
    const verified = verifyJws(token, () => key);
    if (verified !== undefined) return { ...verified, signingKid };
  }
  return undefined;
}

function toPresented(
  {
    payload,
    signingKid,
  }: { readonly payload: Readonly<Record<string, unknown>>; readonly signingKid: string },
  expected: { readonly accountId: string; readonly productId: string },
): PresentedToken | undefined {
  if (payload['iss'] !== expected.accountId || payload['aud'] !== expected.productId) return undefined;
  const id = guidOf(payload['id']);
  const ownerId = guidOf(payload['u:id']);
  const method = payload['method'];
  if (id === undefined || ownerId === undefined || (method !== 'Online' && method !== 'Offline'))
    return undefined;
  // Tokens of other systems have it as a string (customer API, License token).
  const isTrial = String(payload['trial']) === 'true';
  return { id, ownerId, isTrial, method, validatedAt: timeOf(payload['validated']), signingKid };
}

function timeOf(seconds: unknown): Date | undefined {
  return Number.isSafeInteger(seconds) ? new Date(Number(seconds) * 1_000) : undefined;
}

function guidOf(value: unknown): string | undefined {
  return typeof value === 'string' ? normaliseGuid(value) : undefined;
}
