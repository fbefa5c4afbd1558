import assert from 'node:assert/strict';
import { createHmac, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { compactVerify, CompactSign, decodeProtectedHeader } from 'jose';
import { MAX_JWS_CHARACTERS, signJws, verifyJws, type VerificationKey } from './jws.ts';
import { SIGNING_ALGORITHMS, generateKeyPair, type SigningAlgorithm } from './key-pairs.ts';
import { examples } from '../../../test/length.ts';

interface TestKey extends VerificationKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicPem: string;
}

const keys = new Map<SigningAlgorithm, TestKey>();
let stranger: TestKey;

async function makeKey(algorithm: SigningAlgorithm): Promise<TestKey> {
  const { kid, privateKeyPem, publicKeyPem } = await generateKeyPair(algorithm);
  const key = createPublicKey(publicKeyPem);
  return { kid, algorithm, key, privateKey: createPrivateKey(privateKeyPem), publicPem: publicKeyPem };
}

before(async () => {
  for (const algorithm of SIGNING_ALGORITHMS) keys.set(algorithm, await makeKey(algorithm));
  stranger = await makeKey('RS256');
});

function keyOf(algorithm: SigningAlgorithm): TestKey {
  const key = keys.get(algorithm);
  assert.ok(key !== undefined);
  return key;
}

function findKey(kid: string | undefined): VerificationKey | undefined {
  return [...keys.values()].find((key) => key.kid === kid);
}

function signWith(key: TestKey, payload: Record<string, unknown>): Promise<string> {
  return signJws({ kid: key.kid }, payload, key.privateKey, key.algorithm);
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** A token with any header and payload text, and a valid signature over them. */
function forge(header: string, payload: string, key: TestKey): string {
  const signed = `${base64url(header)}.${base64url(payload)}`;
  const digest = key.algorithm === 'EdDSA' ? null : 'sha256';
  const signature = sign(digest, Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function headerOf(key: TestKey, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ alg: key.algorithm, typ: 'JWT', kid: key.kid, ...more });
}

test('any payload survives being signed and verified, under every algorithm', async () => {
  const payload = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(payload, fc.constantFrom(...SIGNING_ALGORITHMS), async (claims, algorithm) => {
      const key = keyOf(algorithm);
      const verified = verifyJws(await signWith(key, claims), findKey);
      assert.equal(JSON.stringify(verified?.payload), JSON.stringify(claims));
      assert.deepEqual(verified?.header, { kid: key.kid, alg: algorithm, typ: 'JWT' });
    }),
    examples(200),
  );
});

test('other software accepts our tokens, and we accept theirs', async () => {
  for (const algorithm of SIGNING_ALGORITHMS) {
    const key = keyOf(algorithm);
    const ours = await signWith(key, { sub: 'ours' });
    const { payload } = await compactVerify(ours, key.key);
    assert.equal(Buffer.from(payload).toString(), '{"sub":"ours"}');
    assert.deepEqual(decodeProtectedHeader(ours), { kid: key.kid, alg: algorithm, typ: 'JWT' });
    const theirs = await new CompactSign(Buffer.from('{"sub":"theirs"}'))
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: key.kid })
      .sign(key.privateKey);
    assert.deepEqual(verifyJws(theirs, findKey)?.payload, { sub: 'theirs' });
  }
});

test('a token with any one character changed is refused', async () => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.=+/ \n\0é'.split('');
  for (const algorithm of SIGNING_ALGORITHMS) {
    const token = await signWith(keyOf(algorithm), { sub: 'someone', exp: 1_900_000_000 });
    assert.ok(verifyJws(token, findKey) !== undefined);
    fc.assert(
      fc.property(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom(...characters),
        (position, replacement) => {
          fc.pre(token[position] !== replacement);
          const tampered = token.slice(0, position) + replacement + token.slice(position + 1);
          assert.equal(verifyJws(tampered, findKey), undefined, tampered);
        },
      ),
      examples(500),
    );
  }
});

test('a token whose last character differs only in bits that carry nothing is refused', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const algorithm of SIGNING_ALGORITHMS) {
    const token = await signWith(keyOf(algorithm), { sub: 'someone' });
    const signature = token.slice(token.lastIndexOf('.') + 1);
    const twins = alphabet
      .split('')
      .map((last) => signature.slice(0, -1) + last)
      .filter((twin) => Buffer.from(twin, 'base64url').equals(Buffer.from(signature, 'base64url')));
    assert.ok(twins.length > 1, 'the signature has spare bits');
    for (const twin of twins.filter((text) => text !== signature)) {
      assert.equal(verifyJws(token.replace(signature, twin), findKey), undefined);
    }
  }
});

test('a token that was cut, extended, padded or taken apart is refused', async () => {
  const token = await signWith(keyOf('RS256'), { sub: 'someone' });
  const [header = '', payload = '', signature = ''] = token.split('.');
  for (const text of [
    '',
    '.',
    '..',
    '...',
    header,
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${token}.`,
    `${token}.${signature}`,
    `${token}=`,
    `${token}==`,
    `${token}\n`,
    ` ${token}`,
    `Bearer ${token}`,
    `${payload}.${header}.${signature}`,
    token.slice(0, -4),
    `${token}AAAA`,
  ]) {
    assert.equal(verifyJws(text, findKey), undefined, text);
  }
});

test('no text whatever makes verification throw', () => {
  const part = fc.oneof(
    fc.string(),
    fc.json().map(base64url),
    fc.constant(base64url(headerOf(keyOf('ES256')))),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      assert.equal(verifyJws(parts.join('.'), findKey), undefined);
    }),
  );
});

test('a token without a signature is refused, whatever it calls its algorithm', () => {
  const key = keyOf('RS256');
  for (const alg of ['none', 'None', 'NONE', '', undefined, null, 0, ['RS256'], 'RS256']) {
    const header = base64url(JSON.stringify({ typ: 'JWT', kid: key.kid, alg }));
    assert.equal(verifyJws(`${header}.${base64url('{}')}.`, findKey), undefined);
  }
});

test('the public key cannot be used as the secret of an HMAC', () => {
  const key = keyOf('RS256');
  for (const secret of [
    key.publicPem,
    key.publicPem.trim(),
    key.key.export({ type: 'spki', format: 'der' }),
  ]) {
    for (const alg of ['HS256', 'RS256']) {
      const signed = `${base64url(headerOf(key, { alg }))}.${base64url('{}')}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      assert.equal(verifyJws(`${signed}.${mac}`, findKey), undefined);
    }
  }
});

test('a token must name the algorithm of its key, though the signature be right', () => {
  const key = keyOf('RS256');
  for (const alg of ['none', 'HS256', 'RS512', 'PS256', 'ES256', 'EdDSA', 'rs256', undefined, ['RS256']]) {
    assert.equal(verifyJws(forge(headerOf(key, { alg }), '{}', key), findKey), undefined, String(alg));
  }
  assert.ok(verifyJws(forge(headerOf(key), '{}', key), findKey) !== undefined);
});

test('a token with the id of a key that is not ours, or of another of our keys, is refused', async () => {
  assert.equal(verifyJws(await signWith(stranger, {}), findKey), undefined);
  const posing = { ...stranger, kid: keyOf('RS256').kid };
  assert.equal(verifyJws(await signWith(posing, {}), findKey), undefined);
  const confused = { ...keyOf('RS256'), kid: keyOf('ES256').kid };
  assert.equal(verifyJws(await signWith(confused, {}), findKey), undefined);
});

test('a key id that is not text is refused, and a missing one is for the caller to decide', () => {
  const key = keyOf('RS256');
  const anyKey = (): VerificationKey => key;
  for (const kid of [5, null, {}, ['x']]) {
    assert.equal(verifyJws(forge(headerOf(key, { kid }), '{}', key), anyKey), undefined);
  }
  const kids: unknown[] = [];
  const nameless = forge(JSON.stringify({ alg: 'RS256', typ: 'JWT' }), '{"sub":"x"}', key);
  const verified = verifyJws(nameless, (kid) => {
    kids.push(kid);
    return key;
  });
  assert.deepEqual(verified?.payload, { sub: 'x' });
  assert.deepEqual(kids, [undefined]);
  assert.equal(verifyJws(nameless, findKey), undefined);
});

test('a token that brings its own key is refused, even under a signature of ours', () => {
  const key = keyOf('RS256');
  const jwk = stranger.key.export({ format: 'jwk' });
  assert.equal(verifyJws(forge(headerOf(key, { jwk }), '{}', stranger), findKey), undefined);
  for (const member of [
    { jwk },
    { jku: 'https://example.test/keys' },
    { x5c: [] },
    { x5u: 'https://example.test' },
  ]) {
    assert.equal(verifyJws(forge(headerOf(key, member), '{}', key), findKey), undefined);
  }
});

test('a token that demands to be understood in a special way, or is of another type, is refused', () => {
  const key = keyOf('RS256');
  for (const more of [
    { crit: ['exp'] },
    { crit: [] },
    { crit: null },
    { typ: 'at+jwt' },
    { typ: 'jwt' },
    { typ: undefined },
    { typ: ['JWT'] },
  ]) {
    assert.equal(verifyJws(forge(headerOf(key, more), '{}', key), findKey), undefined, JSON.stringify(more));
  }
});

test('a header or payload that is not a JSON object in UTF-8 is refused under a right signature', () => {
  const key = keyOf('EdDSA');
  for (const payload of ['', 'null', '[]', '"text"', '12', '{', '{}{}', '\ufeff{}', "{'a':1}"]) {
    assert.equal(verifyJws(forge(headerOf(key), payload, key), findKey), undefined, payload);
    assert.equal(verifyJws(forge(payload, '{}', key), findKey), undefined, payload);
  }
  const signed = `${base64url(headerOf(key))}.${Buffer.from('{"a":"\xff"}', 'latin1').toString('base64url')}`;
  const signature = sign(null, Buffer.from(signed), key.privateKey).toString('base64url');
  assert.equal(verifyJws(`${signed}.${signature}`, findKey), undefined);
});

test('an ES256 signature in the DER form is refused', () => {
  const key = keyOf('ES256');
  const signed = `${base64url(headerOf(key))}.${base64url('{}')}`;
  const der = sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url');
  assert.equal(verifyJws(`${signed}.${der}`, findKey), undefined);
});

test('names that mean something to JavaScript are plain claims', async () => {
  const payload: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
  assert.ok(typeof payload === 'object' && payload !== null);
  const verified = verifyJws(await signWith(keyOf('EdDSA'), { ...payload }), findKey);
  assert.equal(JSON.stringify(verified?.payload), '{"__proto__":{"admin":true},"constructor":1}');
  assert.equal(verified?.payload['admin'], undefined);
});

test('a token of 256 KB is made and accepted, and a longer one is neither', async () => {
  const key = keyOf('EdDSA');
  const overhead = forge(headerOf(key), '{"a":""}', key).length;
  const fitting = Math.floor(((MAX_JWS_CHARACTERS - overhead) * 3) / 4) - 3;
  const longest = await signWith(key, { a: 'x'.repeat(fitting) });
  assert.ok(longest.length > MAX_JWS_CHARACTERS - 12 && longest.length <= MAX_JWS_CHARACTERS);
  assert.ok(verifyJws(longest, findKey) !== undefined);
  await assert.rejects(signWith(key, { a: 'x'.repeat(fitting + 12) }), RangeError);
  const tooLong = forge(headerOf(key), JSON.stringify({ a: 'x'.repeat(fitting + 12) }), key);
  assert.ok(tooLong.length > MAX_JWS_CHARACTERS);
  assert.equal(verifyJws(tooLong, findKey), undefined);
});

test('the header that is given cannot change the algorithm or the type', async () => {
  const key = keyOf('ES256');
  const token = await signJws({ kid: key.kid, alg: 'none', typ: 'x' }, {}, key.privateKey, 'ES256');
  assert.deepEqual(verifyJws(token, findKey)?.header, { kid: key.kid, alg: 'ES256', typ: 'JWT' });
});

test('a key that does not belong to the algorithm is a mistake of the program and throws', async () => {
  const key = keyOf('RS256');
  const ecKey = keyOf('ES256');
  await assert.rejects(signJws({}, {}, key.privateKey, 'ES256'), TypeError);
  await assert.rejects(signJws({}, {}, key.key, 'RS256'), TypeError);
  const token = await signWith(key, {});
  assert.throws(() => verifyJws(token, () => ({ key: ecKey.key, algorithm: 'RS256' })), TypeError);
  assert.throws(() => verifyJws(token, () => ({ key: key.privateKey, algorithm: 'RS256' })), TypeError);
});
