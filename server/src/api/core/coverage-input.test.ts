import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Response } from 'light-my-request';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import type { Shopper } from '../../../test/shop.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
import { publicLicenseKeys } from '../../modules/signing-keys/index.ts';

// Whatever a vendor or a customer gets wrong about versions, upgrades and add-ons is a sentence, and changes nothing.

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
let owner: Shopper;
let stranger: Shopper;
let productId: string;
let other: string;
let licenseId: string;
let foreignId: string;
let token: string;
let kid: string;
before(async () => {
  app = await startTestApp();
  shop = await upgradeShop(app);
  [owner, stranger] = [await shop.shopper(), await shop.shopper()];
  const covers = (upToMajor: number) => ({ releaseAccess: { upToMajor } });
  productId = await shop.product({ two: covers(2), three: covers(3), four: covers(4) });
  other = await shop.product({ once: {} });
  for (const id of [`${productId}.pack`, `${other}.loops`])
    await shop.merchant.call('POST', '/api/products', { id, name: 'An add-on', includedInLicense: true });
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  licenseId = await shop.buyLicense(owner, productId, 'two');
  foreignId = await shop.buyLicense(stranger, productId, 'two');
  token = await shopOf(app).activate({ ...owner, headers: owner.auth }, productId, 'mac');
  kid = (await publicLicenseKeys(app.ctx))[0]?.kid ?? assert.fail();
});
after(() => app.close());

const send = (...call: Parameters<typeof shop.merchant.send>) => shop.merchant.send(...call);
const patchLicense = (body: object) => send('PATCH', `/api/licenses/${licenseId}`, body);
const sell = (variation: string, upgrade: object) => shop.sellTo(productId, variation, upgrade);
const line = (id: string) => ({ ...shop.lineOf(productId, 'three', id), id: `line of ${id}` });

function client(path: string, query = ''): Promise<Response> {
  const url = `/api/client/licenses/${productId}/${path}${query}`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: token });
}

/** What was sent, and the fields or the error type that the response names. */
type Case = readonly [what: string, request: () => Promise<Response>, expected: string | readonly string[]];

const CASES: readonly Case[] = [
  ['a lower major version without a reason', () => patchLicense({ upToMajor: 1 }), ['reason']],
  [
    'an end of updates beside the major version',
    () => patchLicense({ upToMajor: null, updatesUntil: '2001-01-01T00:00:00Z' }),
    ['reason'],
  ],
  ['a blank reason', () => patchLicense({ upToMajor: 1, reason: '  ' }), ['reason']],
  ['a major version below 0', () => patchLicense({ upToMajor: -1 }), ['upToMajor']],
  ['a major version with a fraction', () => patchLicense({ upToMajor: 2.5 }), ['upToMajor']],
  ['a major version as a text', () => patchLicense({ upToMajor: '3' }), ['upToMajor']],
  [
    'a major version that no application can have',
    () => patchLicense({ upToMajor: 10_000_000 }),
    ['upToMajor'],
  ],
  ['an end that is no moment', () => patchLicense({ updatesUntil: 'next year' }), ['updatesUntil']],
  ['what the server works out', () => patchLicense({ upToVersion: '9.0.0' }), ['upToVersion']],
  [
    'a variation that covers no major version',
    () =>
      send('PATCH', `/api/products/${productId}/variations/${productId}-four`, {
        releaseAccess: { upToMajor: 'latest' },
      }),
    ['releaseAccess.upToMajor'],
  ],
  [
    'an upgrade from itself',
    () => sell('three', { kind: 'Upgrade', from: [`${productId}-three`] }),
    ['upgrade.from[0]'],
  ],
  [
    'an upgrade in a circle',
    () => sell('two', { kind: 'Upgrade', from: [`${productId}-three`] }),
    ['upgrade.from'],
  ],
  ['an upgrade for nobody', () => sell('four', { kind: 'Upgrade', from: [] }), ['upgrade.from']],
  [
    'an upgrade of what does not exist',
    () => sell('four', { kind: 'Upgrade', from: ['nothing'] }),
    ['upgrade.from[0]'],
  ],
  [
    'an upgrade of another kind',
    () => sell('four', { kind: 'Sidegrade', from: [productId] }),
    ['upgrade.kind'],
  ],
  ['a renewal without months', () => sell('four', { kind: 'Renewal', from: [productId] }), ['upgrade.kind']],
  [
    'a renewal of another product',
    () => sell('four', { kind: 'Renewal', from: [other] }),
    ['upgrade.kind', 'upgrade.from[0]'],
  ],
  [
    'two lines for one license',
    () => shop.fill(owner, line(licenseId), { ...line(licenseId), id: 'again' }),
    ['items[1].licenseId'],
  ],
  ['a license of somebody else', () => shop.fill(owner, line(foreignId)), ['items[0].licenseId']],
  ['a license without its owner', () => shop.fill(undefined, line(licenseId)), ['items[0].licenseId']],
  [
    'a license that does not exist',
    () => shop.fill(owner, line('01a214d4-07cd-7603-b675-dd63c0042aa0')),
    ['items[0].licenseId'],
  ],
  ['a license that is no id', () => shop.fill(owner, line('..%2Fmine')), ['items[0].licenseId']],
  [
    'the upgrades of a license of somebody else',
    () => app.inject({ url: `/api/customer/inventory/licenses/${foreignId}/upgrades`, headers: owner.auth }),
    'NotFound',
  ],
  [
    'an add-on of another product, by its id',
    () => client(`sub-products/${other}.loops/activate`),
    'NotFound',
  ],
  ['an add-on of another product, by its own part', () => client('sub-products/loops/activate'), 'NotFound'],
  ['an add-on that is not owned', () => client('sub-products/pack/activate'), 'NoEligibleLicense'],
  ['a trial of an add-on without trials', () => client('sub-products/pack/trial'), 'TrialsNotAllowed'],
  [
    'an own part with dots',
    () => send('POST', '/api/products', { id: `${productId}.pack.drums`, name: 'Drums' }),
    ['id'],
  ],
  [
    'an own part that is empty',
    () => send('POST', '/api/products', { id: `${productId}.`, name: 'Drums' }),
    ['id'],
  ],
  [
    'an add-on that is no sub-product',
    () => send('PATCH', `/api/products/${other}`, { includedInLicense: true }),
    ['includedInLicense'],
  ],
  [
    'a window of grace below 0',
    () => send('PATCH', `/api/products/${productId}`, { upgradeGraceDays: -1 }),
    ['upgradeGraceDays'],
  ],
  ...['3', '1.x', 'nightly', '', '1.2.3.4.5', '10000000.0', '１.２'].map((fromVersion): Case => [
    `a key from the version “${fromVersion}” on`,
    () => send('PATCH', `/api/products/${productId}`, { signingKey: { kid, fromVersion } }),
    ['signingKey.fromVersion'],
  ]),
  [
    'a key that does not exist',
    () => send('PATCH', `/api/products/${productId}`, { signingKey: { kid: 'mine' } }),
    ['signingKey.kid'],
  ],
  [
    'a release of a version below 0',
    () =>
      send('POST', `/api/products/${productId}/releases/new`, {
        version: { major: 1, minor: -1, patch: 0 },
        downloads: [],
      }),
    ['version.minor'],
  ],
  [
    'a release of a version that is a text',
    () => send('POST', `/api/products/${productId}/releases/new`, { version: '1.0', downloads: [] }),
    ['version'],
  ],
];

/** Everything that the requests could have changed. */
async function stateOfAll(): Promise<object[]> {
  const urls = [
    ...[licenseId, foreignId].flatMap((id) => [`/api/licenses/${id}`, `/api/licenses/${id}/activations`]),
    ...[productId, other].flatMap((id) => [
      `/api/products/${id}`,
      `/api/products/${id}/variations`,
      `/api/products/${id}/releases`,
    ]),
    '/api/products',
    '/api/trials',
  ];
  return Promise.all(urls.map((url) => shop.merchant.call<object>('GET', url)));
}

test('every mistake about versions, upgrades and add-ons is named in a sentence, and changes nothing', async () => {
  const before = await stateOfAll();
  for (const [what, request, expected] of CASES) {
    const answer = await request();
    assert.ok(
      answer.statusCode >= 400 && answer.statusCode < 500,
      `${what}: ${answer.statusCode} ${answer.body}`,
    );
    const {
      errorType,
      detail,
      errors = {},
    } = answer.json<{ errorType: string; detail?: string; errors?: Record<string, string[]> }>();
    if (typeof expected === 'string') assert.equal(errorType, expected, what);
    else assert.deepEqual(Object.keys(errors), expected, what);
    const sentences = typeof expected === 'string' ? [detail ?? ''] : Object.values(errors).flat();
    for (const sentence of sentences) assert.match(sentence, /^\p{Lu}.*\.$/su, what);
    assert.deepEqual(await stateOfAll(), before, what);
  }
});

test('whatever version an application reports, its license is not refused unless it names one that is not covered', async () => {
  const odd = [
    '',
    ' ',
    '3',
    'v',
    'nightly',
    '3.x',
    '1.2.3.4.5',
    '-3.0',
    '10000000.0.0',
    '3,1',
    '٣.١',
    '3.0\u0000',
    'v'.repeat(5_000),
  ];
  for (const version of odd) {
    const answer = await client('validate', `?appVersion=${encodeURIComponent(version)}`);
    assert.equal(answer.statusCode, 200, `${version}: ${answer.body}`);
    assert.equal(claimsOf(answer.body)['l:id'], licenseId);
  }
  for (const query of ['?appVersion=3&appVersion=4', '?appVersion[a]=3.0.0', '?appVersion']) {
    const answer = await client('validate', query);
    assert.equal(answer.statusCode, 200, `${query}: ${answer.body}`);
  }
  for (const version of [
    '3.0',
    ' v3.0.0 ',
    '03.0.0',
    '3.0.0-beta.2',
    '3.0.0+build',
    '3.0.0 (64 bit)',
    '9999999.0.0.1',
  ]) {
    const answer = await client('validate', `?appVersion=${encodeURIComponent(version)}`);
    assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'ReleaseNotCovered'], version);
  }
});
