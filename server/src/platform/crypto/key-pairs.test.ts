import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { calculateJwkThumbprint } from 'jose';
import { SIGNING_ALGORITHMS, UnusableKey, generateKeyPair, importPrivateKey } from './key-pairs.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;

function pemOf(key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string {
  return key.export({ type, format: 'pem' });
}

/** The private key file of one key with the public half of another inside. */
function mixedPem(privateHalf: KeyObject, publicHalf: KeyObject): string {
  const der = privateHalf.export({ type: 'pkcs8', format: 'der' });
  const own = publicBytes(privateHalf);
  assert.ok(der.includes(own));
  publicBytes(publicHalf).copy(der, der.indexOf(own));
  return `-----BEGIN PRIVATE KEY-----
${der.toString('base64')}
-----END PRIVATE KEY-----
`;
}

/** The modulus of an RSA key, or the point of one on a curve. */
function publicBytes(key: KeyObject): Buffer {
  const { n = '', x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([n, x, y].map((member) => Buffer.from(member, 'base64url')));
}

function refuses(pem: string, reason: RegExp): void {
  assert.throws(
    () => importPrivateKey(pem),
    (error) => error instanceof UnusableKey && reason.test(error.message),
  );
}

test('a new key pair signs with its private half what its public half verifies', async () => {
  for (const algorithm of SIGNING_ALGORITHMS) {
    const pair = await generateKeyPair(algorithm);
    const digest = algorithm === 'EdDSA' ? null : 'sha256';
    const signature = sign(digest, Buffer.from('text'), pair.privateKeyPem);
    assert.equal(verify(digest, Buffer.from('text'), pair.publicKeyPem, signature), true);
    assert.equal(verify(digest, Buffer.from('Text'), pair.publicKeyPem, signature), false);
    assert.equal(pair.algorithm, algorithm);
  }
});

test('a new key pair is never one that was made before', async () => {
  const [one, two] = await Promise.all([generateKeyPair('EdDSA'), generateKeyPair('EdDSA')]);
  assert.notEqual(one.kid, two.kid);
  assert.notEqual(one.privateKeyPem, two.privateKeyPem);
});

test('an RSA key has 2048 bits, the exponent 65537, and its public half in SPKI and PKCS#1', async () => {
  const pair = await generateKeyPair('RS256');
  const { asymmetricKeyDetails } = createPublicKey(pair.publicKeyPem);
  assert.equal(asymmetricKeyDetails?.modulusLength, 2048);
  assert.equal(asymmetricKeyDetails?.publicExponent, 65_537n);
  assert.match(pair.publicKeyPem, /^-----BEGIN PUBLIC KEY-----\n/);
  assert.match(pair.publicKeyPkcs1Pem ?? '', /^-----BEGIN RSA PUBLIC KEY-----\n/);
  assert.ok(createPublicKey(pair.publicKeyPkcs1Pem ?? '').equals(createPublicKey(pair.publicKeyPem)));
  assert.match(pair.privateKeyPem, /^-----BEGIN PRIVATE KEY-----\n/);
});

test('only RSA keys have a PKCS#1 form', async () => {
  for (const algorithm of ['ES256', 'EdDSA'] as const) {
    assert.equal(Object.hasOwn(await generateKeyPair(algorithm), 'publicKeyPkcs1Pem'), false);
  }
});

test('the JWK is the public key and has nothing of the private one', async () => {
  const members = {
    RS256: ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ES256: ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    EdDSA: ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
  };
  for (const algorithm of SIGNING_ALGORITHMS) {
    const { publicJwk, publicKeyPem, kid } = await generateKeyPair(algorithm);
    assert.deepEqual(Object.keys(publicJwk).toSorted(), members[algorithm]);
    assert.ok(
      createPublicKey({ key: { ...publicJwk }, format: 'jwk' }).equals(createPublicKey(publicKeyPem)),
    );
    assert.deepEqual([publicJwk.alg, publicJwk.use, publicJwk.kid], [algorithm, 'sig', kid]);
  }
});

test('the key id is the RFC 7638 thumbprint of the public key', async () => {
  for (const algorithm of SIGNING_ALGORITHMS) {
    const { kid, publicJwk } = await generateKeyPair(algorithm);
    assert.equal(kid, await calculateJwkThumbprint({ ...publicJwk }));
  }
});

test('a private key is read from PKCS#8, PKCS#1 and SEC1, and is the same key in each', () => {
  const forms: [string[], string][] = [
    [[pemOf(rsa, 'pkcs8'), pemOf(rsa, 'pkcs1')], 'RS256'],
    [[pemOf(p256, 'pkcs8'), pemOf(p256, 'sec1')], 'ES256'],
    [[pemOf(ed25519, 'pkcs8')], 'EdDSA'],
  ];
  for (const [pems, algorithm] of forms) {
    const pairs = pems.map(importPrivateKey);
    for (const pair of pairs) {
      assert.deepEqual(pair, pairs[0]);
      assert.equal(pair.algorithm, algorithm);
      assert.equal(pair.privateKeyPem, pems[0]);
    }
  }
});

test('a private key is read with other line ends, text around it and the parameters of its curve', () => {
  const kid = importPrivateKey(pemOf(p256, 'pkcs8')).kid;
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
  for (const pem of [
    parameters + pemOf(p256, 'sec1'),
    `\n  our key:\n${pemOf(p256, 'pkcs8')}\n\n`,
    pemOf(p256, 'pkcs8').replaceAll('\n', '\r\n'),
    pemOf(p256, 'pkcs8').trimEnd(),
  ]) {
    assert.equal(importPrivateKey(pem).kid, kid, pem);
  }
});

test('an RSA key that is too short or too long is refused and told so', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 2040 }).privateKey;
  refuses(pemOf(short, 'pkcs1'), /2040 bits.*2048/);
  // Generating a real key of this size takes minutes, and the length is checked before anything else.
  refuses(rsaPemWithModulus(Buffer.alloc(1025, 0xff)), /8200 bits.*8192/);
  const longer = generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey;
  assert.equal(importPrivateKey(pemOf(longer, 'pkcs8')).algorithm, 'RS256');
});

test('an RSA key with a small public exponent is refused', () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).privateKey;
  refuses(pemOf(small, 'pkcs8'), /exponent/);
});

test('a key of another kind is refused', () => {
  const others = [
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey,
    generateKeyPairSync('ed448').privateKey,
    generateKeyPairSync('x25519').privateKey,
    generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey,
  ];
  for (const key of others) refuses(pemOf(key, 'pkcs8'), /RSA, P-256 or Ed25519/);
});

test('an encrypted key is refused and told so, in both formats', () => {
  const passphrase = { cipher: 'aes-256-cbc', passphrase: 'open sesame' };
  refuses(rsa.export({ type: 'pkcs8', format: 'pem', ...passphrase }), /passphrase/);
  refuses(rsa.export({ type: 'pkcs1', format: 'pem', ...passphrase }), /passphrase/);
});

test('text without exactly one private key is refused', () => {
  const pem = pemOf(p256, 'pkcs8');
  const publicPem = createPublicKey(p256).export({ type: 'spki', format: 'pem' });
  for (const text of ['', 'a key', publicPem, pem + pem, pem.replace('-----END PRIVATE KEY-----', '')]) {
    refuses(text, /one private key in PEM format/);
  }
  refuses(pem.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA'), /damaged/);
  refuses(pem.padEnd(40_000), /too long/);
});

test('a private key whose halves do not belong together is refused', () => {
  const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const otherP256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  refuses(mixedPem(rsa, otherRsa), /does not fit/);
  refuses(mixedPem(p256, otherP256), /does not fit|damaged/);
  assert.equal(importPrivateKey(mixedPem(rsa, rsa)).algorithm, 'RS256');
});

/** A PKCS#1 file with this modulus, whose other numbers are meaningless. */
function rsaPemWithModulus(modulus: Buffer): string {
  const filler = Buffer.from([3]);
  // The leading zero keeps the number positive.
  const positive = Buffer.concat([Buffer.from([0]), modulus]);
  const numbers = [
    Buffer.from([0]),
    positive,
    Buffer.from([1, 0, 1]),
    ...Array.from({ length: 6 }, () => filler),
  ];
  const integers = numbers.map((number) => derElement(0x02, number));
  const text = derElement(0x30, Buffer.concat(integers)).toString('base64');
  return `-----BEGIN RSA PRIVATE KEY-----\n${text}\n-----END RSA PRIVATE KEY-----\n`;
}

function derElement(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
