import { checkPrimeSync, createECDH, createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { importPrivateKey, type KeyPair } from '../../src/platform/crypto/key-pairs.ts';

/** A key of the test vectors with both halves. */
export interface VectorKey extends KeyPair {
  readonly privateKey: KeyObject;
}

/**
 * The keys of the test vectors. They are derived from public texts, so anybody can create the same ones, and nobody
 * mistakes them for a secret.
 */
export function vectorKeys(): Record<'first' | 'second' | 'curve' | 'edwards' | 'foreign', VectorKey> {
  return {
    first: keyOf(rsaKey('first')),
    second: keyOf(rsaKey('second')),
    curve: keyOf(curveKey('curve')),
    edwards: keyOf(edwardsKey('edwards')),
    foreign: keyOf(rsaKey('foreign')),
  };
}

function keyOf(privateKey: KeyObject): VectorKey {
  return { privateKey, ...importPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

/** RSA with 2048 bits. */
function rsaKey(label: string): KeyObject {
  const e = 65_537n;
  const [p, q] = [prime(`${label} p`, e), prime(`${label} q`, e)];
  const d = inverse(e, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const members = Object.entries(numbers).map(([name, value]) => [
    name,
    bytesOf(value).toString('base64url'),
  ]);
  return createPrivateKey({ format: 'jwk', key: { kty: 'RSA', ...Object.fromEntries(members) } });
}

function curveKey(label: string): KeyObject {
  const d = bytesFrom(label, 32);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))];
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: text(d) } });
}

function edwardsKey(label: string): KeyObject {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = Buffer.concat([prefix, bytesFrom(label, 32)]);
  return createPrivateKey({ format: 'der', type: 'pkcs8', key });
}

/** The first prime of 1024 bits from a number that follows from the label. */
function prime(label: string, e: bigint): bigint {
  let candidate = BigInt(`0x${bytesFrom(label, 128).toString('hex')}`) | (3n << 1022n) | 1n;
  while (candidate % e === 1n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

function bytesFrom(label: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`Latchkey test vectors, ${label}, ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** The inverse of a number modulo another. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, value % modulus];
  let [coefficient, other] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, other] = [other, coefficient - quotient * other];
  }
  return ((coefficient % modulus) + modulus) % modulus;
}

function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}
