import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assert as holds,
  constantFrom,
  date,
  nat,
  option,
  property,
  record,
  string,
  uniqueArray,
  uuid,
} from 'fast-check';
import { ANONYMOUS_ID, licenseClaims, type LicenseTokenFacts, trialClaims } from './claims.ts';

const moment = date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const text = string({ maxLength: 40 });
const common = {
  accountId: text,
  vendor: text,
  issuedAt: moment,
  validatedAt: moment,
  deviceSignature: text,
  owner: record({ id: uuid(), name: option(text), email: text, properties: constantFrom({}) }),
  product: record({ id: text, name: text, currentVersion: option(text), properties: constantFrom({}) }),
  ownedSubProducts: uniqueArray(string({ minLength: 1, maxLength: 8 })),
};
const licenseFacts = record({
  ...common,
  activationId: uuid(),
  method: constantFrom('Online' as const, 'Offline' as const),
  seats: record({ total: nat(), used: nat() }),
  expiresAt: option(moment),
  license: record({ id: uuid(), subscriptionId: option(text), properties: constantFrom({}) }),
});
const trialFacts = record({
  ...common,
  method: constantFrom('Online' as const, 'Offline' as const),
  expiresAt: moment,
  trial: record({ id: uuid(), properties: constantFrom({}) }),
});

const ALWAYS = [
  'id',
  'iat',
  'nbf',
  'iss',
  'aud',
  'u:id',
  'u:name',
  'u:email',
  'l:id',
  'p:id',
  'p:name',
  'method',
  'sig',
  'validated',
  'trial',
  'vendor',
];

test('the token of any license has all mandatory claims, of the documented types', () => {
  holds(
    property(licenseFacts, (facts) => {
      const claims = licenseClaims(facts);
      for (const name of ALWAYS) assert.ok(Object.hasOwn(claims, name), name);
      for (const name of ['iat', 'nbf', 'validated', 'p:seats:total', 'p:seats:used'])
        assert.ok(Number.isSafeInteger(claims[name]), name);
      assert.ok(Object.values(claims).every((value) => value !== undefined && value !== null));
      assert.equal(claims['nbf'], claims['iat']);
      assert.equal(claims['aud'], claims['p:id']);
      assert.equal(Object.hasOwn(claims, 'exp'), facts.expiresAt !== null);
      assert.equal(
        Object.hasOwn(claims, 's:id'),
        facts.expiresAt !== null && facts.license.subscriptionId !== null,
      );
      assert.equal(Object.hasOwn(claims, 'sp:owned'), facts.ownedSubProducts.length > 0);
      assert.equal(typeof claims['u:name'], 'string');
    }),
  );
});

test('the token of any trial expires, and names the trial as its license', () => {
  holds(
    property(trialFacts, (facts) => {
      const claims = trialClaims(facts);
      for (const name of [...ALWAYS, 'exp']) assert.ok(Object.hasOwn(claims, name), name);
      assert.deepEqual(
        [claims['trial'], claims['method'], claims['l:id']],
        [true, facts.method, facts.trial.id],
      );
      assert.ok(Number(claims['exp']) * 1_000 <= facts.expiresAt.getTime());
    }),
  );
});

test('claims survive JSON as they are', () => {
  holds(
    property(licenseFacts, (facts) => {
      const claims = licenseClaims(facts);
      assert.deepEqual(JSON.parse(JSON.stringify(claims)), claims);
    }),
  );
});

const FACTS: LicenseTokenFacts = {
  accountId: 'demo',
  vendor: 'Demo Audio',
  issuedAt: new Date(1_000_999),
  validatedAt: new Date(1_000_999),
  deviceSignature: 'sig',
  product: { id: 'app', name: 'App', properties: {} },
  ownedSubProducts: ['app.b', 'app.a'],
  activationId: 'a',
  method: 'Online',
  seats: { total: 2, used: 1 },
  license: { id: 'l', properties: {} },
};

test('an anonymous token contains anonymous and the nil GUID', () => {
  const claims = licenseClaims(FACTS);
  assert.deepEqual(
    [claims['u:id'], claims['u:name'], claims['u:email']],
    [ANONYMOUS_ID, 'anonymous', 'anonymous'],
  );
});

test('a token without included add-ons is the same text as before there were any', () => {
  const claims = licenseClaims({ ...FACTS, ownedSubProducts: [], addOns: [] });
  assert.equal(
    JSON.stringify(claims),
    '{"id":"a","iat":1000,"nbf":1000,"iss":"demo","aud":"app","u:id":"00000000-0000-0000-0000-000000000000",' +
      '"u:name":"anonymous","u:email":"anonymous","p:id":"app","p:name":"App","sig":"sig","validated":1000,' +
      '"vendor":"Demo Audio","l:id":"l","p:seats:total":2,"p:seats:used":1,"method":"Online","trial":false}',
  );
});

test('an owner without a name is called by the email, and sub-products are in order', () => {
  const claims = licenseClaims({
    ...FACTS,
    owner: { id: 'c', name: null, email: 'c@example.com', properties: {} },
  });
  assert.equal(claims['u:name'], 'c@example.com');
  assert.equal(claims['sp:owned'], 'a,app.a,b,app.b');
  assert.equal(claims['iat'], 1_000);
});

test('properties that are not for tokens are in no claim', () => {
  const hidden = { type: 'text', value: 'x', public: true, includeInToken: false } as const;
  const visible = { ...hidden, includeInToken: true } as const;
  const claims = licenseClaims({
    ...FACTS,
    product: { ...FACTS.product, properties: { hidden } },
    license: { id: 'l', properties: { hidden } },
  });
  assert.equal(Object.hasOwn(claims, 'p:properties'), false);
  assert.equal(Object.hasOwn(claims, 'l:properties'), false);
  const ownClaims = licenseClaims({ ...FACTS, license: { id: 'l', properties: { shown: visible } } });
  assert.deepEqual(ownClaims['l:properties'], { shown: 'x' });
});

test('the payload of a license without limits, and of a trial, is byte for byte that of before licenses had limits', () => {
  const facts = {
    accountId: 'demo',
    vendor: 'Demo Audio',
    issuedAt: new Date('2026-03-01T12:00:00.900Z'),
    validatedAt: new Date('2026-03-01T11:59:59.100Z'),
    deviceSignature: 'a device',
    ownedSubProducts: [],
    owner: {
      id: '01890000-0000-7000-8000-000000000001',
      name: 'Grace',
      email: 'grace@example.com',
      properties: { vip: { type: 'text', value: 'yes', public: false, includeInToken: true } },
    },
    product: {
      id: 'demo-app',
      name: 'Demo App',
      currentVersion: '1.2.0',
      properties: { tier: { type: 'number', value: 2, public: true, includeInToken: true } },
    },
  } as const;
  const license = licenseClaims({
    ...facts,
    activationId: '01890000-0000-7000-8000-000000000002',
    method: 'Online',
    seats: { total: 3, used: 1 },
    expiresAt: new Date('2027-03-01T00:00:00.999Z'),
    license: { id: '01890000-0000-7000-8000-000000000003', subscriptionId: null, properties: {} },
    coverage: {},
    addOns: [],
  });
  const trial = trialClaims({
    ...facts,
    method: 'Online',
    expiresAt: new Date('2026-03-15T00:00:00.999Z'),
    trial: { id: '01890000-0000-7000-8000-000000000004', properties: {} },
  });
  // Recorded from the code before.
  const middle =
    '"iat":1772366400,"nbf":1772366400,"iss":"demo","aud":"demo-app","u:id":"01890000-0000-7000-8000-000000000001","u:name":"Grace","u:email":"grace@example.com","p:id":"demo-app","p:name":"Demo App","p:rel":"1.2.0","sig":"a device","validated":1772366399,"vendor":"Demo Audio","p:properties":{"tier":2},"u:properties":{"vip":"yes"}';
  assert.equal(
    JSON.stringify(license),
    `{"id":"01890000-0000-7000-8000-000000000002",${middle},"exp":1803859200,"l:id":"01890000-0000-7000-8000-000000000003","p:seats:total":3,"p:seats:used":1,"method":"Online","trial":false}`,
  );
  assert.equal(
    JSON.stringify(trial),
    `{"id":"01890000-0000-7000-8000-000000000004",${middle},"exp":1773532800,"l:id":"01890000-0000-7000-8000-000000000004","method":"Online","trial":true}`,
  );
});

test('a license with limits and add-ons says so, and a perpetual one has neither an end nor a subscription', () => {
  const addOn = { id: 'choir', active: true, trial: false };
  const claims = licenseClaims({
    ...FACTS,
    expiresAt: null,
    coverage: { until: 5, major: 0, upto: '1.2.3' },
    addOns: [addOn],
    license: { id: 'l', subscriptionId: 's', properties: {} },
  });
  assert.deepEqual(
    ['s:id', 'l:rel:until', 'l:rel:major', 'l:rel:upto', 'sp', 'exp', 'trial'].map((name) => claims[name]),
    [undefined, 5, 0, '1.2.3', [addOn], undefined, false],
  );
});
