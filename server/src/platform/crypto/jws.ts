import { verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { decodeBase64Url } from './base64url.ts';
import type { SigningAlgorithm } from './key-pairs.ts';
import { signAway } from './signers.ts';

/** A JSON object of a token whose members are not yet checked. */
type JsonObject = Readonly<Record<string, unknown>>;

/** A token with a valid signature. Its claims are not checked yet. */
interface VerifiedJws {
  readonly header: JsonObject;
  readonly payload: JsonObject;
}

/** A public key and the only algorithm that it may be used with. */
export interface VerificationKey {
  readonly key: KeyObject;
  readonly algorithm: SigningAlgorithm;
}

/** The maximum length of a token, in characters: enough for the custom properties of four entities. */
export const MAX_JWS_CHARACTERS = 256 * 1024;

/**
 * A compact JWS (RFC 7515), signed away from the main thread. The header gets `alg` and `typ: JWT`, which the caller
 * cannot change. Throws a `TypeError` when the key is not one for the algorithm, and a `RangeError` when the token
 * would be longer than `verifyJws` accepts.
 */
export async function signJws(
  header: JsonObject,
  payload: JsonObject,
  privateKey: KeyObject,
  algorithm: SigningAlgorithm,
): Promise<string> {
  assertFits(privateKey, algorithm, 'private');
  const signed = `${encode({ ...header, alg: algorithm, typ: 'JWT' })}.${encode(payload)}`;
  const digest = digestOf(algorithm);
  const token = `${signed}.${await signAway(signed, { key: privateKey, digest, dsaEncoding })}`;
  if (token.length > MAX_JWS_CHARACTERS) throw new RangeError('the token is too long');
  return token;
}

/**
 * The content of a compact JWS, `undefined` unless all of this holds: at most 256 KB; exactly three parts in canonical
 * base64url; header and payload are JSON objects; `typ` is JWT; `alg` matches the key that `findKey` returns for the
 * token's `kid`; no `crit` and no key in the header; and the signature is valid. Throws a `TypeError` when `findKey`
 * returns a key that does not fit its algorithm.
 */
export function verifyJws(
  token: string,
  findKey: (kid: string | undefined) => VerificationKey | undefined,
): VerifiedJws | undefined {
  if (token.length > MAX_JWS_CHARACTERS) return undefined;
  const [encodedHeader = '', encodedPayload = '', encodedSignature = '', ...rest] = token.split('.', 4);
  if (rest.length > 0) return undefined;

  const header = decodeObject(encodedHeader);
  const payload = decodeObject(encodedPayload);
  const signature = decodeBase64Url(encodedSignature);
  if (header === undefined || payload === undefined || signature === undefined) return undefined;

  const verificationKey = isAcceptable(header) ? findKey(header.kid) : undefined;
  if (verificationKey === undefined || header['alg'] !== verificationKey.algorithm) return undefined;
  assertFits(verificationKey.key, verificationKey.algorithm, 'public');
  const signed = Buffer.from(`${encodedHeader}.${encodedPayload}`);
  return hasSignature(signed, verificationKey, signature) ? { header, payload } : undefined;
}

/** Header members that would name another key, or require processing that this code does not support. */
const refusedMembers = ['crit', 'jwk', 'jku', 'x5c', 'x5u'];

function isAcceptable(header: JsonObject): header is JsonObject & { readonly kid?: string } {
  if (header['typ'] !== 'JWT') return false;
  if (header['kid'] !== undefined && typeof header['kid'] !== 'string') return false;
  return !refusedMembers.some((member) => Object.hasOwn(header, member));
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeObject(encoded: string): JsonObject | undefined {
  const bytes = decodeBase64Url(encoded);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key types of the algorithms, in the terms of `KeyObject`. */
const keyTypes: Record<SigningAlgorithm, string> = { RS256: 'rsa', ES256: 'ec', EdDSA: 'ed25519' };

function assertFits(key: KeyObject, algorithm: SigningAlgorithm, half: 'private' | 'public'): void {
  if (key.type !== half || key.asymmetricKeyType !== keyTypes[algorithm]) {
    throw new TypeError(`${algorithm} needs a ${half} key of its own kind`);
  }
}

function digestOf(algorithm: SigningAlgorithm): string | null {
  return algorithm === 'EdDSA' ? null : 'sha256';
}

// JOSE writes the two numbers of an ECDSA signature one after the other; other keys ignore the option.
const dsaEncoding = 'ieee-p1363';

function hasSignature(data: Buffer, { key, algorithm }: VerificationKey, signature: Buffer): boolean {
  return verify(digestOf(algorithm), data, { key, dsaEncoding }, signature);
}
