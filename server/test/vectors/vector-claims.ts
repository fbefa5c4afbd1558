import {
  licenseClaims,
  type LicenseTokenFacts,
  trialClaims,
  type TokenClaims,
} from '../../src/modules/licensing/domain/claims.ts';

/** The time at which the tokens of the vectors were issued, in seconds since 1970. */
export const ISSUED_AT = Date.parse('2026-03-01T12:00:00.000Z') / 1_000;
export const DAY = 86_400;

/** The application of the vectors. */
export const EXPECTED = {
  accountId: 'demo',
  productId: 'demo-app',
  deviceSignature: 'oTrHkdBsY2hqvl1GJKgkpqZX2jwFiAh-uTLGxYN3cFA',
} as const;

const at = (seconds: number): Date => new Date(seconds * 1_000);

const OWNER = {
  id: '0195fd2c-6c00-7000-8000-000000000001',
  name: 'Zoë Łukasiewicz 🎹',
  email: 'zoe@example.com',
  properties: { tier: { type: 'text', value: 'gold', public: true, includeInToken: true } },
} as const;

const PRODUCT = {
  id: EXPECTED.productId,
  name: 'Demo App',
  currentVersion: '1.2.0',
  properties: {},
};

/** The claims of a license, as the server creates them, with other facts where a vector needs them. */
export function claimsOfLicense(
  seconds: number = ISSUED_AT,
  facts: Partial<Omit<LicenseTokenFacts, 'issuedAt' | 'validatedAt'>> = {},
): TokenClaims {
  return licenseClaims({
    accountId: EXPECTED.accountId,
    vendor: 'Demo Audio',
    issuedAt: at(seconds),
    validatedAt: at(seconds),
    deviceSignature: EXPECTED.deviceSignature,
    owner: OWNER,
    product: PRODUCT,
    ownedSubProducts: ['demo-app.strings', 'demo-app.brass'],
    activationId: '0195fd2c-6c00-7000-8000-000000000002',
    method: 'Online',
    seats: { total: 3, used: 1 },
    license: { id: '0195fd2c-6c00-7000-8000-000000000003', properties: {} },
    ...facts,
  });
}

/** The claims of an anonymous trial that lasts 14 days from the first token. */
export function claimsOfTrial(seconds: number = ISSUED_AT): TokenClaims {
  return trialClaims({
    accountId: EXPECTED.accountId,
    vendor: 'Demo Audio',
    issuedAt: at(seconds),
    validatedAt: at(seconds),
    deviceSignature: EXPECTED.deviceSignature,
    product: PRODUCT,
    ownedSubProducts: [],
    method: 'Online',
    expiresAt: at(ISSUED_AT + 14 * DAY),
    trial: { id: '0195fd2c-6c00-7000-8000-000000000004', properties: {} },
  });
}

/** The moment on the server. */
export const dateAt = at;
