import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { createReleaseFromFiles } from '../../src/modules/releases/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { shopOf, type Shopper } from '../inventory.ts';
import { claimsOf, provisionLicenses } from '../licensing.ts';
import { applicationClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls } from './fields.ts';

// What the newest deployed applications read of versions and add-ons (policies sections 1 and 3).

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let call: WireClient;
let owner: Shopper;
let suite: string;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  call = applicationClient(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
  owner = await shop.shopper();
  suite = await shop.product({ maxActivations: 9, allowsTrials: true, allowsOffline: true });
  const once = { name: 'Once', prices: { EUR: 100, USD: 100 } };
  await createVariation(app.ctx, { type: 'Product', id: suite }, once);
  for (const name of ['pack', 'loops'])
    await shop.product({
      id: `${suite}.${name}`,
      isIncludedInLicense: true,
      allowsTrials: true,
      maxActivations: 1,
    });
  await shop.product({ id: `${suite}.apart`, isPurchasable: true });
  await createVariation(app.ctx, { type: 'Product', id: `${suite}.apart` }, once);
});
after(() => app.close());

const DAY_MS = 86_400_000;
const namesWith = (claims: Record<string, unknown>, prefix: string) =>
  Object.keys(claims).filter((name) => name.startsWith(prefix));
const bearer = () => owner.headers.authorization.replace('Bearer ', '');

async function request(signature: string): Promise<string> {
  const json = { deviceName: signature, deviceSignature: signature };
  const answer = await call('POST', `/client/licenses/${suite}/request`, { token: bearer(), json });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body;
}

const present = (text: string, path = 'validate', query: Record<string, string> = {}) =>
  call('POST', `/client/licenses/${suite}/${path}`, { text, query });

test('the limits are claims of exactly these types, and absent where there is none and on trials', async () => {
  const until = new Date(app.system.clock.now().getTime() + DAY_MS + 123);
  const requests = [{ productId: suite, updatesUntil: until, upToMajor: 0 }];
  const [license] = await provisionLicenses(app.ctx, { ownerId: owner.id, requests });
  const limited = claimsOf(await request('limited'));
  assertFields(limited, { 'l:rel:until': 'integer', 'l:rel:major': 'integer' });
  assert.deepEqual(
    [limited['l:id'], limited['l:rel:until'], limited['l:rel:major'], limited['l:rel:upto']],
    [license?.id, Math.floor(until.getTime() / 1_000), 0, undefined],
  );
  await createReleaseFromFiles(app.ctx, {
    productId: suite,
    version: '2.3.0',
    files: [],
    isPublished: true,
  });
  app.system.clock.advance(2 * DAY_MS);
  owner = { ...owner, headers: (await shop.shopper()).headers };
  const json = { deviceName: 'trial', deviceSignature: 'trial' };
  const trial = claimsOf(
    (await call('POST', `/client/trials/${suite}/request`, { token: bearer(), json })).body,
  );
  assert.deepEqual(namesWith(trial, 'l:rel:'), []);
});

test('once the updates have ended, the highest version is three numbers', async () => {
  const buyer = await shop.shopper();
  owner = buyer;
  const requests = [{ productId: suite, updatesUntil: new Date(app.system.clock.now().getTime() + DAY_MS) }];
  await provisionLicenses(app.ctx, { ownerId: buyer.id, requests });
  const token = await request('ended');
  assert.equal(Object.hasOwn(claimsOf(token), 'l:rel:upto'), false, 'not before');
  app.system.clock.advance(2 * DAY_MS);
  const renewed = claimsOf((await present(token)).body);
  assert.match(String(renewed['l:rel:upto']), /^\d+\.\d+\.\d+$/);
  assertFields(renewed, { 'l:rel:until': 'integer', 'l:rel:upto': 'text' });
  assert.equal(Object.hasOwn(renewed, 'l:rel:major'), false);

  const refused = await present(token, 'validate', { appVersion: 'v99.1.0-beta' });
  assert.equal(refused.statusCode, 400);
  const body = refused.json();
  assertFields(body, {
    errorType: 'text',
    detail: 'text',
    appVersion: 'text',
    releaseAccess: { updatesUntil: 'instant', upToVersion: 'text' },
    upgradeUrl: 'url',
    license: 'text',
  });
  assertNoNulls(body);
  assert.deepEqual([body.errorType, body.appVersion], ['ReleaseNotCovered', '99.1.0']);
  assert.doesNotMatch(body.detail, /expired/i);
  assert.deepEqual(
    [claimsOf(body.license)['id'], claimsOf(body.license)['method']],
    [renewed['id'], 'Online'],
    'the application stores it',
  );
});

test('sub-products are named by own part and whole id, one list with commas, also on trials, which have no add-ons', async () => {
  owner = await shop.shopper();
  for (const id of [suite, `${suite}.pack`, `${suite}.loops`]) await shop.give(owner, id);
  const claims = claimsOf(await request('a'));
  assert.equal(claims['sp:owned'], `loops,${suite}.loops,pack,${suite}.pack`);
  const list = claims['sp'];
  assert.ok(Array.isArray(list) && list.length === 2);
  for (const entry of list) {
    assertFields(entry, {
      id: 'text',
      active: 'boolean',
      trial: 'boolean',
      seats: { total: 'integer', used: 'integer', remaining: 'integer' },
    });
    assert.equal(entry.id.includes('.'), false, 'the own part');
  }
  const json = { deviceName: 'b', deviceSignature: 'b' };
  const trial = claimsOf(
    (await call('POST', `/client/trials/${suite}/request`, { token: bearer(), json })).body,
  );
  assert.equal(trial['sp:owned'], claims['sp:owned']);
  assert.equal(Object.hasOwn(trial, 'sp'), false);
  owner = await shop.shopper();
  await shop.give(owner, suite);
  const plain = claimsOf(await request('c'));
  assert.deepEqual([Object.hasOwn(plain, 'sp'), Object.hasOwn(plain, 'sp:owned')], [false, false]);
});

test('each entry of the list of sub-products has every field, of its type, that would fail the whole list', async () => {
  owner = await shop.shopper();
  for (const id of [suite, `${suite}.pack`]) await shop.give(owner, id);
  const token = await request('lister');
  const answer = await present(token, 'sub-products');
  assert.equal(answer.statusCode, 200, answer.body);
  assertFields(answer.json(), {
    currency: 'text',
    subProducts: [
      {
        id: 'text',
        product: {
          id: 'text',
          name: 'text',
          owned: 'boolean',
          subscribed: 'boolean',
          tagline: 'string',
          website: 'url|null',
          iconUrl: 'url|null',
        },
        includedInLicense: 'boolean',
        active: 'boolean',
        revoked: 'boolean',
        expiresAt: 'instant?',
        buyUrl: 'url?',
      },
    ],
  });
  const { subProducts } = answer.json<{ subProducts: { id: string; buyUrl?: string; trial?: object }[] }>();
  assert.deepEqual(subProducts.map(({ id }) => id).toSorted(), ['apart', 'loops', 'pack']);
  for (const { buyUrl, trial } of subProducts) {
    if (buyUrl !== undefined) assert.equal(new URL(buyUrl).search, '', 'applications append their own query');
    if (trial !== undefined) assertFields(trial, { status: 'text', requiresNewsletterOptIn: 'boolean' });
  }
});
