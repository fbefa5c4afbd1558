import { createHmac, sign } from 'node:crypto';
import { signJws } from '../../src/platform/crypto/jws.ts';
import type { TokenClaims } from '../../src/modules/licensing/domain/claims.ts';
import { claimsOfLicense, claimsOfTrial, DAY, dateAt, EXPECTED, ISSUED_AT } from './vector-claims.ts';
import { type VectorKey, vectorKeys } from './vector-keys.ts';

/** A token, and the result of an application that expects `EXPECTED` and has these keys. */
export interface TokenVector {
  readonly name: string;
  /** Names of keys in the same document. */
  readonly keys: readonly string[];
  readonly text: string;
  /** The claims of a valid token; otherwise the reason why it is invalid. */
  readonly claims?: TokenClaims;
  readonly fault?: string;
}

type Keys = ReturnType<typeof vectorKeys>;

/** The server's own signature. */
export function signedBy(key: VectorKey, claims: TokenClaims, kid: string = key.kid): Promise<string> {
  return signJws({ kid }, claims, key.privateKey, key.algorithm);
}

/** Everything in `docs/vectors/tokens.json`. */
export async function tokenVectors(keys: Keys = vectorKeys()) {
  const cases = [
    ...(await validTokens(keys)),
    ...(await foreignTokens(keys)),
    ...(await damagedTokens(keys)),
  ];
  const { foreign: _, ...own } = keys;
  const publicHalves = Object.entries(own).map(([name, { publicJwk, publicKeyPem, publicKeyPkcs1Pem }]) => [
    name,
    {
      jwk: publicJwk,
      spki: publicKeyPem,
      ...(publicKeyPkcs1Pem !== undefined && { pkcs1: publicKeyPkcs1Pem }),
    },
  ]);
  const files = await licenseFiles(keys);
  return { expected: EXPECTED, keys: Object.fromEntries(publicHalves), cases, files };
}

/**
 * Texts of license files, and the reasons why an application refuses them a minute after the first of them was created.
 */
async function licenseFiles({ first, foreign }: Keys) {
  const claimsOf = (method: 'Online' | 'Offline', expiresAt?: Date) =>
    claimsOfLicense(ISSUED_AT, { method, ...(expiresAt !== undefined && { expiresAt }) });
  const file = async (name: string, text: Promise<string>, problem?: string) => ({
    name,
    keys: ['first'],
    now: ISSUED_AT + 60,
    text: await text,
    ...(problem !== undefined && { problem }),
  });
  const isOver = dateAt(ISSUED_AT + 30);
  return [
    await file('an offline license', signedBy(first, claimsOf('Offline'))),
    await file('the token of an online license', signedBy(first, claimsOf('Online')), 'NotOffline'),
    await file('the token of a trial', signedBy(first, claimsOfTrial()), 'NotOffline'),
    await file('an offline license that is over', signedBy(first, claimsOf('Offline', isOver)), 'Expired'),
    await file('an online license that is over', signedBy(first, claimsOf('Online', isOver)), 'NotOffline'),
    await file('a key of somebody else', signedBy(foreign, claimsOf('Offline')), 'NotGenuine'),
  ];
}

/** The claims whose absence makes a token invalid. */
const CHECKED = new Set(['id', 'l:id', 'iss', 'aud', 'p:id', 'sig', 'iat', 'validated', 'method', 'trial']);

async function validTokens({ first, second, curve, edwards }: Keys): Promise<TokenVector[]> {
  const perpetual = claimsOfLicense();
  const token = await signedBy(first, perpetual);
  const valid = (name: string, key: string, text: string, claims: TokenClaims): TokenVector => ({
    name,
    keys: [key],
    text,
    claims,
  });
  const offline = claimsOfLicense(ISSUED_AT, { method: 'Offline' });
  const expiring = claimsOfLicense(ISSUED_AT, { expiresAt: dateAt(ISSUED_AT + 30 * DAY) });
  const trial = claimsOfTrial();
  const oldTrial = { ...trial, trial: 'True' };
  const essential = Object.fromEntries(Object.entries(perpetual).filter(([name]) => CHECKED.has(name)));
  const sameMoment = valid('a perpetual license', 'first', token, perpetual);
  return [
    sameMoment,
    {
      ...sameMoment,
      name: 'the same with the key among others',
      keys: ['second', 'curve', 'edwards', 'first'],
    },
    valid('the same from a file, wrapped, quoted and marked', 'first', wrapped(token), perpetual),
    valid('a license that expires', 'first', await signedBy(first, expiring), expiring),
    valid('an offline license', 'first', await signedBy(first, offline), offline),
    valid('a trial of nobody in particular', 'first', await signedBy(first, trial), trial),
    valid('a trial whose flag is text', 'first', await signedBy(first, oldTrial), oldTrial),
    valid(
      'a key with another name elsewhere',
      'first',
      await signedBy(first, perpetual, 'elsewhere'),
      perpetual,
    ),
    valid('a token that names no key', 'first', forge(first, perpetual, { kid: undefined }), perpetual),
    valid('the key after a rotation', 'second', await signedBy(second, perpetual), perpetual),
    valid('ES256', 'curve', await signedBy(curve, perpetual), perpetual),
    valid('EdDSA', 'edwards', await signedBy(edwards, perpetual), perpetual),
    valid('nothing but the claims that are checked', 'first', await signedBy(first, essential), essential),
  ];
}

async function foreignTokens({ first, second, edwards, foreign }: Keys): Promise<TokenVector[]> {
  const claims = claimsOfLicense();
  const invalid = (name: string, fault: string, text: string, key = 'first'): TokenVector => ({
    name,
    keys: [key],
    text,
    fault,
  });
  const altered = async (name: string, fault: string, changes: TokenClaims): Promise<TokenVector> =>
    invalid(name, fault, await signedBy(first, { ...claims, ...changes }));
  const { validated: _, ...withoutValidated } = claims;
  const secret = createHmac('sha256', first.publicKeyPem);
  return [
    invalid('a key that is newer than the application', 'UnknownKey', await signedBy(second, claims)),
    invalid('a key of somebody else', 'UnknownKey', await signedBy(foreign, claims)),
    invalid(
      'a key of somebody else under our name',
      'BadSignature',
      await signedBy(foreign, claims, first.kid),
    ),
    invalid('a key in the header', 'Malformed', forge(foreign, claims, { jwk: foreign.publicJwk })),
    invalid('no algorithm', 'UnknownKey', unsigned({ alg: 'none', typ: 'JWT' }, claims, '')),
    invalid(
      'the public key as a shared secret',
      'UnknownKey',
      unsigned({ alg: 'HS256', typ: 'JWT', kid: first.kid }, claims, (text) =>
        secret.update(text).digest('base64url'),
      ),
    ),
    invalid(
      'another algorithm than that of the key',
      'UnknownKey',
      forge(edwards, claims, { kid: first.kid }),
    ),
    invalid('an extension that must be understood', 'Malformed', forge(first, claims, { crit: ['exp'] })),
    invalid('a token of another kind', 'Malformed', forge(first, claims, { typ: 'at+jwt' })),
    await altered('another account', 'OtherAccount', { iss: 'other' }),
    await altered('another product', 'OtherProduct', { aud: 'demo-synth', 'p:id': 'demo-synth' }),
    await altered('an audience that is not the product', 'Malformed', { aud: 'demo-synth' }),
    await altered('a list of audiences', 'Malformed', { aud: [EXPECTED.productId] }),
    await altered('another device', 'OtherDevice', { sig: 'another device' }),
    await altered('a device signature in another case', 'OtherDevice', {
      sig: EXPECTED.deviceSignature.toLowerCase(),
    }),
    await altered('an expiry that is text', 'Malformed', { exp: '2000000000' }),
    await altered('a method that nobody knows', 'Malformed', { method: 'Sideways' }),
    invalid('no time of validation', 'Malformed', await signedBy(first, withoutValidated)),
  ];
}

async function damagedTokens({ first }: Keys): Promise<TokenVector[]> {
  const token = await signedBy(first, claimsOfLicense());
  const [header = '', payload = '', signature = ''] = token.split('.');
  const forever = claimsOfLicense(ISSUED_AT, { method: 'Offline' });
  const invalid = (name: string, text: string, fault = 'Malformed'): TokenVector => ({
    name,
    keys: ['first'],
    text,
    fault,
  });
  return [
    invalid(
      'other claims under the same signature',
      `${header}.${encoded(forever)}.${signature}`,
      'BadSignature',
    ),
    invalid('one byte of the signature', `${header}.${payload}.${withOtherByte(signature)}`, 'BadSignature'),
    invalid('bits behind the last byte', `${header}.${payload}.${withStrayBits(signature)}`),
    invalid('padding', `${header}.${payload}.${signature}==`),
    invalid('cut off in the payload', token.slice(0, header.length + 40)),
    invalid('cut off in the signature', token.slice(0, -2), 'BadSignature'),
    invalid('without a signature', `${header}.${payload}.`, 'BadSignature'),
    invalid('a fourth part', `${token}.AAAA`),
    invalid('a payload that is no object', `${header}.${encoded([])}.${signature}`),
    invalid('nothing', ''),
    invalid('a page of a hotel', '<!doctype html><title>Sign in to our network</title>'),
  ];
}

/** A token with a header that the server never creates. */
function forge({ privateKey, algorithm, kid }: VectorKey, claims: TokenClaims, header: TokenClaims): string {
  const digest = algorithm === 'EdDSA' ? null : 'sha256';
  return unsigned({ kid, ...header, alg: algorithm, typ: header['typ'] ?? 'JWT' }, claims, (text) =>
    sign(digest, Buffer.from(text), privateKey).toString('base64url'),
  );
}

function unsigned(
  header: TokenClaims,
  claims: TokenClaims,
  signature: string | ((text: string) => string),
): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${typeof signature === 'string' ? signature : signature(text)}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function wrapped(token: string): string {
  return `\uFEFF"${token.replaceAll(/(.{76})/g, '$1\r\n')}"\n`;
}

function withOtherByte(part: string): string {
  const bytes = Buffer.from(part, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  return bytes.toString('base64url');
}

/** The same bytes, with a last character whose unused bits are set. */
function withStrayBits(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return part.slice(0, -1) + alphabet.charAt(alphabet.indexOf(part.slice(-1)) + 1);
}
