import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { activeSigningKey, verificationKeys } from '../../modules/signing-keys/index.ts';
import { testContext } from '../../../test/context.ts';
import { assertRefused, type IdentityApp, type Member, startIdentityApp } from '../../../test/identity.ts';

let app: IdentityApp;
let member: Member;
let now: number;
let header: { alg: string; kid: string; typ: string };
let claims: Record<string, unknown>;

before(async () => {
  app = await startIdentityApp();
  member = await app.signUp();
  now = Math.floor(app.system.clock.now().getTime() / 1_000);
  const [encodedHeader = '', encodedClaims = ''] = member.accessToken.split('.');
  header = JSON.parse(Buffer.from(encodedHeader, 'base64url').toString());
  claims = JSON.parse(Buffer.from(encodedClaims, 'base64url').toString());
});
after(() => app.close());

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const user = (token: string, account = app.demo) => app.call('GET', 'meta/user', { token, account });

function signed(
  head: object,
  body: object,
  key: KeyObject,
  algorithm: 'ES256' | 'RS256' | 'EdDSA' = 'ES256',
): string {
  const text = `${encode(head)}.${encode(body)}`;
  const digest = algorithm === 'EdDSA' ? null : 'sha256';
  return `${text}.${sign(digest, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const accessKey = async (account = app.demo) =>
  (await activeSigningKey(testContext(app.system, account), 'Access')).privateKey;

test('an access token names the customer, account, session and expiry, and nothing else', () => {
  assert.deepEqual(Object.keys(header).toSorted(), ['alg', 'kid', 'typ']);
  assert.equal(header.typ, 'at+jwt');
  assert.deepEqual(
    { ...claims, sid: typeof claims['sid'] },
    { sub: member.id, iss: 'demo', sid: 'string', iat: now, exp: now + 900 },
  );
});

test('a token signed with the right key and claims is taken, so the attacks below fail for their own reason', async () => {
  assert.equal((await user(signed(header, claims, await accessKey()))).statusCode, 200);
});

test('no forged, foreign or mistaken token signs anybody in, nor continues a session', async () => {
  const { system } = app;
  const key = await accessKey();
  const publicKey =
    (await verificationKeys(testContext(system, app.demo), 'Access')).get(header.kid)?.key ??
    assert.fail('no key');
  const spki = publicKey.export({ type: 'spki', format: 'pem' });
  const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const attackerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const attackerEd = generateKeyPairSync('ed25519');
  const jwk = attacker.publicKey.export({ format: 'jwk' });
  const license = await activeSigningKey(testContext(system, app.demo), 'License');
  const foreign = await activeSigningKey(testContext(system, app.other), 'Access');
  const hmac = (head: object, secret: string | Buffer): string => {
    const text = `${encode(head)}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const unsigned = (head: object): string => `${encode(head)}.${encode(claims)}.`;
  const [head = '', body = '', signature = ''] = member.accessToken.split('.');
  const stranger = await app.signUp();
  const strangerSession = JSON.parse(
    Buffer.from(stranger.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  ).sid;

  const attacks: Record<string, string> = {
    'alg none': unsigned({ ...header, alg: 'none' }),
    'alg None': unsigned({ ...header, alg: 'None' }),
    'no algorithm': unsigned({ typ: header.typ, kid: header.kid }),
    'HS256 with the public key as PEM': hmac({ ...header, alg: 'HS256' }, spki),
    'HS256 with the public key as DER': hmac(
      { ...header, alg: 'HS256' },
      publicKey.export({ type: 'spki', format: 'der' }),
    ),
    'HS256 with an empty secret': hmac({ ...header, alg: 'HS256' }, ''),
    'own key under our kid': signed(header, claims, attacker.privateKey),
    'own key in a jwk header': signed({ ...header, jwk }, claims, attacker.privateKey),
    'own key in a jwk header with its own kid': signed(
      { ...header, kid: 'mine', jwk: { ...jwk, kid: 'mine' } },
      claims,
      attacker.privateKey,
    ),
    'own key behind a jku header': signed(
      { ...header, jku: 'https://evil.example/jwks.json' },
      claims,
      attacker.privateKey,
    ),
    'own key in an x5c header': signed({ ...header, x5c: [spki] }, claims, attacker.privateKey),
    'own RSA key': signed({ ...header, alg: 'RS256' }, claims, attackerRsa.privateKey, 'RS256'),
    'own Ed25519 key': signed({ ...header, alg: 'EdDSA' }, claims, attackerEd.privateKey, 'EdDSA'),
    'unknown kid': signed({ ...header, kid: 'unknown' }, claims, key),
    'no kid': signed({ alg: 'ES256', typ: 'at+jwt' }, claims, key),
    'kid that is a property of every object': signed({ ...header, kid: '__proto__' }, claims, key),
    'kid of the license key': signed({ ...header, kid: license.kid }, claims, key),
    'license key': signed({ ...header, alg: 'RS256', kid: license.kid }, claims, license.privateKey, 'RS256'),
    'license key under our kid': signed({ ...header, alg: 'RS256' }, claims, license.privateKey, 'RS256'),
    'key of another account': signed({ ...header, kid: foreign.kid }, claims, foreign.privateKey),
    'key of another account under our kid': signed(header, claims, foreign.privateKey),
    'type of a license token': signed({ ...header, typ: 'JWT' }, claims, key),
    'no type': signed({ alg: header.alg, kid: header.kid }, claims, key),
    'critical header that nobody knows': signed({ ...header, crit: ['exp'] }, claims, key),
    'another issuer': signed(header, { ...claims, iss: 'other' }, key),
    'list of issuers': signed(header, { ...claims, iss: ['demo'] }, key),
    'no issuer': signed(header, { ...claims, iss: undefined }, key),
    'no subject': signed(header, { ...claims, sub: undefined }, key),
    'subject of another type': signed(header, { ...claims, sub: 7 }, key),
    'no session': signed(header, { ...claims, sid: undefined }, key),
    'session of another customer': signed(header, { ...claims, sid: strangerSession }, key),
    'another customer with our session': signed(header, { ...claims, sub: stranger.id }, key),
    'unknown session': signed(header, { ...claims, sid: system.ids.guid() }, key),
    'no expiry': signed(header, { ...claims, exp: undefined }, key),
    'expiry as text': signed(header, { ...claims, exp: String(now + 900) }, key),
    'not valid yet': signed(header, { ...claims, nbf: now + 60 }, key),
    'claims of another token': `${head}.${encode({ ...claims, sub: stranger.id })}.${signature}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${member.accessToken}.${signature}`,
    'five parts': `${head}.${body}.${signature}.${body}.${signature}`,
    'signature in DER': `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url')}`,
    'claims that are no object': `${head}.${encode([claims])}.${signature}`,
  };
  for (const [attack, token] of Object.entries(attacks)) {
    const response = await user(token);
    assert.equal(response.statusCode, 401, attack);
    assert.equal(response.headers['www-authenticate'], 'Bearer', attack);
    const refresh = await app.refresh({ accessToken: token, refreshToken: member.refreshToken });
    assert.ok(refresh.statusCode === 403, `${attack}: ${refresh.body}`);
  }
  assert.equal((await user(member.accessToken)).statusCode, 200, 'no attack harms the session');
});

test('a token with any one character changed is refused', async () => {
  const { accessToken } = member;
  const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * accessToken.length) / 60));
  for (const place of [...places, accessToken.length - 1]) {
    const other = accessToken[place] === 'A' ? 'B' : 'A';
    const token = accessToken.slice(0, place) + other + accessToken.slice(place + 1);
    assert.equal((await user(token)).statusCode, 401, `character ${place}`);
  }
});

test('a token has one spelling: no other last character represents the same signature', async () => {
  const { accessToken } = member;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const character of alphabet.replace(accessToken.at(-1) ?? '', '')) {
    assert.equal((await user(accessToken.slice(0, -1) + character)).statusCode, 401, character);
  }
});

test('an expired token is refused and so is one whose session has ended', async () => {
  const late = signed(header, { ...claims, iat: now - 1_000, exp: now }, await accessKey());
  assertRefused(await user(late), 401, 'Unauthorized');
  const guest = await app.signUp();
  await app.call('DELETE', 'identity/sessions', { token: guest.accessToken });
  assertRefused(await user(guest.accessToken), 401, 'Unauthorized');
});

test('the token of one account is invalid for another', async () => {
  assertRefused(await user(member.accessToken, app.other), 401, 'Unauthorized');
  const foreign = await app.signUp({}, app.other);
  assertRefused(await user(foreign.accessToken), 401, 'Unauthorized');
});

test('other schemes and shapes of the Authorization header are refused', async () => {
  const values = [
    member.accessToken,
    `Basic ${member.accessToken}`,
    'Bearer',
    'Bearer ',
    `Bearer ${member.accessToken}, Bearer ${member.accessToken}`,
    `Bearer ${member.accessToken} extra`,
    `Bearer ${'a'.repeat(10_000)}`,
  ];
  for (const authorization of values) {
    const response = await app.call('GET', 'meta/user', { headers: { authorization } });
    assertRefused(response, 401, 'Unauthorized');
  }
  const lower = await app.call('GET', 'meta/user', {
    headers: { authorization: `bearer ${member.accessToken}` },
  });
  assert.equal(lower.statusCode, 200);
});

test('an access token is no license token', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/any/validate',
    headers: { 'content-type': 'text/plain' },
    payload: member.accessToken,
  });
  assertRefused(response, 400, 'InvalidLicenseToken');
});
