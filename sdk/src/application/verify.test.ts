import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createKeyring, type TrustedKeys } from './keyring.ts';
import { keyFromPem, keysFromJwks } from './public-keys.ts';
import { type Verification, verifyToken } from './verify.ts';

interface TokenVectors {
  readonly expected: {
    readonly accountId: string;
    readonly productId: string;
    readonly deviceSignature: string;
  };
  readonly keys: Readonly<
    Record<string, { readonly jwk: object; readonly spki: string; readonly pkcs1?: string } | undefined>
  >;
  readonly cases: readonly {
    readonly name: string;
    readonly keys: readonly string[];
    readonly text: string;
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly fault?: string;
  }[];
}

const vectors: TokenVectors = JSON.parse(
  readFileSync(new URL('../../../docs/vectors/tokens.json', import.meta.url), 'utf8'),
);

const keyOf = (name: string) => vectors.keys[name] ?? assert.fail(name);
const caseOf = (name: string) => vectors.cases.find((each) => each.name === name) ?? assert.fail(name);

function verify(text: string, keys: TrustedKeys): Promise<Verification> {
  return verifyToken(text, vectors.expected, createKeyring(keys));
}

describe('the vectors of tokens', () => {
  for (const { name, keys, text, claims, fault } of vectors.cases) {
    it(`${fault ?? 'valid'}: ${name}`, async () => {
      const halves = keys.map(keyOf);
      const sources = [
        { pem: halves.map(({ spki }) => spki) },
        { jwks: { keys: halves.map(({ jwk }) => jwk) } },
        { pem: halves.map(({ spki, pkcs1 }) => pkcs1 ?? spki) },
      ];
      for (const trusted of sources) {
        const verification = await verify(text, trusted);
        if (fault !== undefined) assert.deepEqual(verification, { fault });
        else assert.equal('license' in verification && verification.license.id, claims?.['id']);
      }
    });
  }
});

it('a license has the facts of the claims, with times in milliseconds', async () => {
  const verification = await verify(caseOf('a perpetual license').text, { pem: keyOf('first').spki });
  assert.deepEqual(verification, {
    license: {
      id: '0195fd2c-6c00-7000-8000-000000000002',
      licenseId: '0195fd2c-6c00-7000-8000-000000000003',
      accountId: 'demo',
      productId: 'demo-app',
      deviceSignature: vectors.expected.deviceSignature,
      issuedAt: Date.parse('2026-03-01T12:00:00.000Z'),
      validatedAt: Date.parse('2026-03-01T12:00:00.000Z'),
      isTrial: false,
      method: 'Online',
      vendor: 'Demo Audio',
      productName: 'Demo App',
      subProducts: ['demo-app.brass', 'demo-app.strings'],
      addOns: [],
      owner: {
        id: '0195fd2c-6c00-7000-8000-000000000001',
        name: 'Zoë Łukasiewicz 🎹',
        email: 'zoe@example.com',
      },
      releaseVersion: '1.2.0',
      seats: { total: 3, used: 1 },
      properties: { product: {}, customer: { tier: 'gold' }, license: {}, trial: {} },
    },
  });
  for (const name of ['a trial of nobody in particular', 'a trial whose flag is text']) {
    const trial = await verify(caseOf(name).text, { pem: keyOf('first').spki });
    assert('license' in trial);
    const { isTrial, owner, expiresAt } = trial.license;
    const end = Date.parse('2026-03-15T12:00:00.000Z');
    assert.deepEqual({ isTrial, owner, expiresAt }, { isTrial: true, owner: undefined, expiresAt: end });
  }
});

describe('a keyring', () => {
  const { text } = caseOf('the key after a rotation');
  const jwksOf = (...names: string[]) => ({ keys: names.map((name) => keyOf(name).jwk) });

  function rotating(fetch: () => Promise<unknown>, cached?: unknown) {
    const source = { kept: cached, now: 0, fetches: 0 };
    const keyring = createKeyring(
      { pem: keyOf('first').spki },
      {
        cached: () => source.kept,
        fetch: () => {
          source.fetches += 1;
          return fetch();
        },
        keep: async (jwks) => {
          source.kept = jwks;
        },
        monotonic: () => source.now,
      },
    );
    return { source, verify: () => verifyToken(text, vectors.expected, keyring) };
  }

  it('learns a new key from the server when a token names one, and keeps it for the next run', async () => {
    const { source, verify: again } = rotating(async () => jwksOf('second', 'first'));
    assert('license' in (await again()));
    assert('license' in (await again()));
    assert.equal(source.fetches, 1);
    const offline = rotating(() => Promise.reject(new TypeError('offline')), source.kept);
    assert('license' in (await offline.verify()));
    assert.equal(offline.source.fetches, 0);
  });

  it('looks for a key at most once in five minutes', async () => {
    const { source, verify: again } = rotating(async () => jwksOf('first'));
    for (let attempt = 0; attempt < 5; attempt += 1) assert.deepEqual(await again(), { fault: 'UnknownKey' });
    assert.equal(source.fetches, 1);
    source.now += 5 * 60_000;
    await again();
    assert.equal(source.fetches, 2);
  });

  it('keeps its keys when something else than a JWKS is the answer', async () => {
    for (const other of ['<html>', { keys: [] }, { keys: [{ kty: 'oct', k: 'AAAA' }, null] }, null]) {
      const { source, verify: again } = rotating(async () => other, jwksOf('first'));
      assert.deepEqual(await again(), { fault: 'UnknownKey' });
      assert.deepEqual(source.kept, jwksOf('first'));
    }
  });

  it('never fetches a key when only its own keys count', async () => {
    assert.deepEqual(await verify(text, { pem: keyOf('first').spki }), { fault: 'UnknownKey' });
    assert('license' in (await verify(text, { pem: [keyOf('first').spki, keyOf('second').spki] })));
  });

  it('refuses to be built without a usable key', async () => {
    const body = 'MDwwDQYJKoZIhvcNAQEBBQADKwAwKAIhAMyd8F0zGTPRhMsGXlOM8lIyo0JkT8rBO4uUTm4kHgAVAgMBAAE=';
    for (const pem of [
      [],
      '',
      'no key',
      keyOf('first').spki.slice(0, 80),
      `-----BEGIN PUBLIC KEY-----${body}-----END`,
    ])
      await assert.rejects(verify(text, { pem }), Error);
  });
});

it('a key has the thumbprint as its name', async () => {
  for (const [name, half] of Object.entries(vectors.keys)) {
    assert(half !== undefined);
    const [fromJwk] = await keysFromJwks({ keys: [half.jwk] });
    const fromPem = await keyFromPem(half.spki);
    assert.deepEqual([fromPem.kid, fromPem.algorithm], [fromJwk?.kid, fromJwk?.algorithm], name);
  }
});
