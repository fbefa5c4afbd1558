import { fieldsOf } from '../fields.ts';
import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './base64.ts';

/** The algorithms of license keys. A key has exactly one, whatever the header of a token says. */
export type Algorithm = 'RS256' | 'ES256' | 'EdDSA';

/** Public keys in the format of `/.well-known/jwks.json`. */
export interface Jwks {
  readonly keys: readonly object[];
}

/** A public key of the account. */
export interface PublicKey {
  /** The RFC 7638 thumbprint, unless a JWKS has another name for the key. */
  readonly kid: string;
  readonly algorithm: Algorithm;
  /** Whether the signature of these bytes was created with the private half of this key. */
  readonly verifies: (signature: Bytes, data: Bytes) => Promise<boolean>;
}

type CryptoKeyOf = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const PARAMETERS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const;

/** DER of the algorithm's identifier in a SubjectPublicKeyInfo. */
const IDENTIFIERS: readonly (readonly [Algorithm, string])[] = [
  ['RS256', '06092a864886f70d010101'],
  ['ES256', '06072a8648ce3d020106082a8648ce3d030107'],
  ['EdDSA', '06032b6570'],
];

const MINIMUM_RSA_BYTES = 256;

/**
 * Reads a public key from PEM: SPKI of RSA, P-256 or Ed25519, or PKCS#1. Raises a `TypeError` for anything else: the
 * key is compiled into the application, so this is a mistake of its developer.
 */
export async function keyFromPem(pem: string): Promise<PublicKey> {
  const parts = pem.split('-----');
  const start = parts.findIndex((part) => /^BEGIN (?:RSA )?PUBLIC KEY$/.test(part));
  const [label = '', body = '', end = ''] = start === -1 ? [] : parts.slice(start);
  const der = fromBase64Url(
    body
      .replaceAll(/\s/g, '')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/={1,2}$/, ''),
  );
  if (!end.startsWith('END') || der === undefined)
    throw new TypeError('The license key is not a public key in PEM.');
  const spki = label === 'BEGIN RSA PUBLIC KEY' ? spkiOfPkcs1(der) : der;
  const head = hexOf(spki.slice(0, 40));
  const algorithm = IDENTIFIERS.find(([, identifier]) => head.includes(identifier))?.[0];
  if (algorithm === undefined) throw new TypeError('The license key is not RSA, P-256 or Ed25519.');
  const key = await crypto.subtle.importKey('spki', spki, PARAMETERS[algorithm], true, ['verify']);
  const jwk = fieldsOf(await crypto.subtle.exportKey('jwk', key));
  const publicKey = await keyFromJwk({ ...jwk, alg: algorithm });
  if (publicKey === undefined)
    throw new TypeError('The license key is too short: RSA keys have at least 2048 bits.');
  return publicKey;
}

/** The usable keys of a JWKS; those of other kinds are omitted. */
export async function keysFromJwks(jwks: unknown): Promise<PublicKey[]> {
  const { keys } = fieldsOf(jwks);
  if (!Array.isArray(keys)) return [];
  const usable = await Promise.all(
    keys.map((jwk: unknown) => keyFromJwk(fieldsOf(jwk)).catch(() => undefined)),
  );
  return usable.filter((key) => key !== undefined);
}

type Fields = Readonly<Record<string, unknown>>;

async function keyFromJwk(jwk: Fields): Promise<PublicKey | undefined> {
  const algorithm = algorithmOf(jwk);
  if (algorithm === undefined || (jwk['use'] ?? 'sig') !== 'sig') return undefined;
  const members = membersOf(algorithm, jwk);
  if (members === undefined) return undefined;
  const parameters = PARAMETERS[algorithm];
  const key = await crypto.subtle.importKey('jwk', members, parameters, false, ['verify']);
  const kid = jwk['kid'];
  return {
    kid: typeof kid === 'string' ? kid : await thumbprintOf(members),
    algorithm,
    verifies: verifierOf(key, parameters),
  };
}

function verifierOf(key: CryptoKeyOf, parameters: (typeof PARAMETERS)[Algorithm]): PublicKey['verifies'] {
  return (signature, data) => crypto.subtle.verify(parameters, key, signature, data);
}

function algorithmOf({ kty, crv, alg }: Fields): Algorithm | undefined {
  const algorithm =
    kty === 'RSA'
      ? 'RS256'
      : kty === 'EC' && crv === 'P-256'
        ? 'ES256'
        : kty === 'OKP' && crv === 'Ed25519'
          ? 'EdDSA'
          : undefined;
  return alg === undefined || alg === algorithm ? algorithm : undefined;
}

/** The members of RFC 7638, section 3.2, in the order of the thumbprint. */
function membersOf(
  algorithm: Algorithm,
  { kty, crv, n, e, x, y }: Fields,
): Record<string, string> | undefined {
  const members = { RS256: { e, kty, n }, ES256: { crv, kty, x, y }, EdDSA: { crv, kty, x } }[algorithm];
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(members)) {
    if (typeof value !== 'string') return undefined;
    texts[name] = value;
  }
  const isShort = algorithm === 'RS256' && (fromBase64Url(texts['n'] ?? '')?.length ?? 0) < MINIMUM_RSA_BYTES;
  return isShort ? undefined : texts;
}

async function thumbprintOf(members: Readonly<Record<string, string>>): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(members)))));
}

/** The older format of RSA keys wrapped in the general one, which WebCrypto reads. */
function spkiOfPkcs1(der: Bytes): Bytes {
  const identifier = [
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ];
  const bits = [0x03, ...lengthOf(der.length + 1), 0x00, ...der];
  return Uint8Array.from([0x30, ...lengthOf(identifier.length + bits.length), ...identifier, ...bits]);
}

/** A length in DER. */
function lengthOf(length: number): number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
