import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair as generate,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** The signature algorithms of tokens, by their JOSE names. RS256 keys are RSA, ES256 P-256, EdDSA Ed25519. */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A public key in the format of JWKS (RFC 7517). */
export interface PublicJwk {
  readonly kty: string;
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly use: 'sig';
  /** RSA: modulus and exponent. */
  readonly n?: string;
  readonly e?: string;
  /** Elliptic curves: the curve and the point; Ed25519 has no `y`. */
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

/** A key pair in every form in which it is stored or published. */
export interface KeyPair {
  readonly algorithm: SigningAlgorithm;
  /** The RFC 7638 thumbprint of the public key (SHA-256, base64url): the same key always has the same. */
  readonly kid: string;
  /** SPKI */
  readonly publicKeyPem: string;
  /** PKCS#1, for RSA keys only. */
  readonly publicKeyPkcs1Pem?: string;
  readonly publicJwk: PublicJwk;
  /** PKCS#8, not encrypted: seal it before it is stored. */
  readonly privateKeyPem: string;
}

/**
 * An imported private key cannot be used. The message gives the reason and may be shown to the person who supplied the
 * key.
 */
export class UnusableKey extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableKey';
  }
}

/** Creates a key pair away from the main thread: RSA with 2048 bits for RS256, P-256, or Ed25519. */
export async function generateKeyPair(algorithm: SigningAlgorithm): Promise<KeyPair> {
  switch (algorithm) {
    case 'RS256':
      return describe((await generateAsync('rsa', { modulusLength: 2048 })).privateKey, algorithm);
    case 'ES256':
      return describe((await generateAsync('ec', { namedCurve: 'P-256' })).privateKey, algorithm);
    case 'EdDSA':
      return describe((await generateAsync('ed25519')).privateKey, algorithm);
  }
}

/**
 * Reads a private key that an account imports: PEM in PKCS#1, PKCS#8 or SEC1, not encrypted; RSA of 2048 to 8192 bits,
 * P-256 or Ed25519. Its two halves must match. Throws an `UnusableKey` with the reason.
 */
export function importPrivateKey(pem: string): KeyPair {
  const privateKey = readPrivateKey(pem);
  const algorithm = algorithmOf(privateKey);
  if (algorithm === 'RS256') checkRsaStrength(privateKey);
  checkHalves(privateKey, algorithm);
  return describe(privateKey, algorithm);
}

const generateAsync = promisify(generate);

const MAX_PEM_CHARACTERS = 32 * 1024;
const DASHES = '-----';
const LABELS = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'];

function readPrivateKey(pem: string): KeyObject {
  if (pem.length > MAX_PEM_CHARACTERS) throw new UnusableKey('The text is too long to be a private key.');
  if (/ENCRYPTED/.test(pem))
    throw new UnusableKey('The private key is encrypted; give it without a passphrase.');
  // Files from OpenSSL may contain other blocks too, such as the parameters of the curve.
  const blocks = privateBlocksOf(pem);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) {
    throw new UnusableKey('The text has to hold one private key in PEM format (PKCS#8, PKCS#1 or SEC1).');
  }
  try {
    return createPrivateKey(block);
  } catch {
    throw new UnusableKey('The private key is damaged or of an unknown kind.');
  }
}

function privateBlocksOf(pem: string): string[] {
  const parts = pem.split(DASHES);
  return parts.flatMap((part, index) => {
    const label = LABELS.find((each) => part === `BEGIN ${each}` && parts[index + 2] === `END ${each}`);
    const body = parts[index + 1] ?? '';
    return label === undefined ? [] : [`${DASHES}${part}${DASHES}${body}${DASHES}END ${label}${DASHES}`];
  });
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
  throw new UnusableKey('The private key has to be RSA, P-256 or Ed25519.');
}

function checkRsaStrength(key: KeyObject): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < 2048)
    throw new UnusableKey(`The RSA key has ${modulusLength} bits; at least 2048 are needed.`);
  if (modulusLength > 8192)
    throw new UnusableKey(`The RSA key has ${modulusLength} bits; at most 8192 are allowed.`);
  if (publicExponent < 65_537n)
    throw new UnusableKey('The public exponent of the RSA key has to be 65537 or more.');
}

/** A private key file repeats its public half, and nothing else ensures that the two match. */
function checkHalves(privateKey: KeyObject, algorithm: SigningAlgorithm): void {
  const digest = algorithm === 'EdDSA' ? null : 'sha256';
  const probe = Buffer.from('do the halves of this key belong together?');
  if (!verifies()) throw new UnusableKey('The private key does not fit its own public key.');

  function verifies(): boolean {
    try {
      return verify(digest, probe, createPublicKey(privateKey), sign(digest, probe, privateKey));
    } catch {
      return false;
    }
  }
}

function describe(privateKey: KeyObject, algorithm: SigningAlgorithm): KeyPair {
  const publicKey = createPublicKey(privateKey);
  const publicJwk = toPublicJwk(publicKey, algorithm);
  return {
    algorithm,
    kid: publicJwk.kid,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
    ...(algorithm === 'RS256' && {
      publicKeyPkcs1Pem: publicKey.export({ type: 'pkcs1', format: 'pem' }),
    }),
    publicJwk,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

function toPublicJwk(publicKey: KeyObject, algorithm: SigningAlgorithm): PublicJwk {
  const { kty = '', n = '', e = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const common = { alg: algorithm, use: 'sig' } as const;
  // The members are those of RFC 7638 section 3.2, in the order of the thumbprint.
  switch (algorithm) {
    case 'RS256':
      return { ...common, kty, n, e, kid: thumbprint({ e, kty, n }) };
    case 'ES256':
      return { ...common, kty, crv, x, y, kid: thumbprint({ crv, kty, x, y }) };
    case 'EdDSA':
      return { ...common, kty, crv, x, kid: thumbprint({ crv, kty, x }) };
  }
}

function thumbprint(members: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
