import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { type SupportDesk, supportDeskOf } from '../../../test/support-desk.ts';

let app: TestApp;
let shop: SupportDesk['shop'];
let desk: SupportDesk['desk'];
let validate: SupportDesk['validate'];
let auditOf: SupportDesk['auditOf'];
before(async () => {
  app = await startTestApp();
  ({ shop, desk, validate, auditOf } = await supportDeskOf(app));
});
after(() => app.close());

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly next: string | null;
}

/** The ids of all rows of a list, page by page. */
async function idsOf(url: string, pageSize = 2): Promise<string[]> {
  const ids: string[] = [];
  const query = url.includes('?') ? '&' : '?';
  for (let next: string | null = `${url}${query}pageSize=${pageSize}`; next !== null;) {
    const page: Page = await desk.call<Page>('GET', next);
    ids.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  return ids;
}

interface License {
  readonly id: string;
  readonly status: string;
  readonly activeNumberOfActivations: number;
}

function importLicense(body: object): Promise<License> {
  return desk.call<License>('POST', '/api/licenses/import', body);
}

test('licenses are filtered by customer, product, status, key code, external id and time, and by all of them together', async () => {
  const [ann, bob] = [await shop.shopper(), await shop.shopper()];
  const [synth, verb] = [await shop.product(), await shop.product()];
  const { clock } = app.system;
  const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
  const add = async (fields: object): Promise<string> => {
    clock.advance(1_000);
    return (await importLicense({ ownerId: ann.id, productId: synth, ...fields })).id;
  };
  const start = clock.now().toISOString();
  const keyed = await add({ keyCode: 'KEY-1', externalId: 'ext-1' });
  const lapsed = [
    await add({ expiresAt: at(-3) }),
    await add({ expiresAt: at(-1) }),
    await add({ expiresAt: at(-2) }),
  ];
  const running = await add({ expiresAt: at(5) });
  const revoked = await add({ keyCode: 'KEY-1' });
  await desk.call('POST', `/api/licenses/${revoked}/revoke`);
  const other = await add({ ownerId: bob.id, productId: verb, expiresAt: at(-0.5) });
  const longer = await add({ ownerId: bob.id, productId: verb, expiresAt: at(9) });
  const perpetual = await add({ ownerId: bob.id, productId: verb });
  const [first, second, third] = lapsed;
  const cases: [query: string, ids: (string | undefined)[]][] = [
    [`ownerId=${ann.id.toUpperCase()}`, [revoked, running, third, second, first, keyed]],
    [`email=${ann.email.toUpperCase()}`, [revoked, running, third, second, first, keyed]],
    [`email=${bob.email}&ownerId=${bob.id}`, [perpetual, longer, other]],
    [`email=${bob.email}&ownerId=${ann.id}`, []],
    ['email=nobody@example.com', []],
    [`productFilter=${verb}`, [perpetual, longer, other]],
    [`productFilter=${synth}&status=Active`, [running, keyed]],
    [`productFilter=${synth}&status=Revoked`, [revoked]],
    // By their end, the latest first.
    [`productFilter=${synth}&status=Expired`, [second, third, first]],
    [`status=Expired`, [other, second, third, first]],
    [`after=${start}&status=Revoked`, [revoked]],
    // Those that end by their end, then perpetual ones by their creation.
    [`status=Active`, [longer, running, perpetual, keyed]],
    [`productFilter=${verb}&status=Active`, [longer, perpetual]],
    [`ownerId=${bob.id}&status=Active`, [perpetual, longer]],
    [`ownerId=${ann.id}&after=${start}&status=Active`, [running, keyed]],
    [`ownerId=${ann.id}&status=Expired`, [third, second, first]],
    [`ownerId=${ann.id}&status=Active`, [running, keyed]],
    [`ownerId=${ann.id}&status=Revoked`, [revoked]],
    ['keyCode=KEY-1', [revoked, keyed]],
    ['keyCode=KEY-1&status=Revoked', [revoked]],
    ['keyCode=key-1', []],
    ['externalId=ext-1', [keyed]],
    [
      `externalId=ext-1&keyCode=KEY-1&ownerId=${ann.id}&productFilter=${synth}&status=Active&after=${start}&before=${at(1)}`,
      [keyed],
    ],
    [`externalId=ext-1&status=Revoked`, []],
    [`orderId=${app.system.ids.guid()}`, []],
  ];
  for (const [query, ids] of cases) {
    for (const size of [1, 3])
      assert.deepEqual(await idsOf(`/api/licenses?${query}`, size), ids, `${query} by ${size}`);
    if (/status=(Active|Expired)/.test(query) && !/ownerId|externalId/.test(query)) continue;
    const oldestFirst = await idsOf(`/api/licenses?${query}&sort=createdAt`);
    assert.deepEqual(oldestFirst, ids.toReversed(), `${query}, oldest first`);
  }
  for (const query of [`before=${start}`, `after=${start}`, 'sort=createdAt', 'sort=-createdAt']) {
    for (const status of ['Active', 'Expired']) {
      const refused = await desk.send(
        'GET',
        `/api/licenses?${query}&productFilter=${synth}&status=${status}`,
      );
      assert.deepEqual(
        [refused.statusCode, Object.keys(refused.json().errors)],
        [400, [query.split('=')[0]]],
      );
    }
  }
  for (const query of ['status=Lapsed', 'ownerId=ann', 'custommerId=1']) {
    assert.equal((await desk.send('GET', `/api/licenses?${query}`)).statusCode, 400, query);
  }
  const elsewhere = await merchantOf(app, app.other);
  for (const query of ['keyCode=KEY-1', 'externalId=ext-1', `ownerId=${ann.id}`, `email=${ann.email}`]) {
    assert.deepEqual((await elsewhere.call<Page>('GET', `/api/licenses?${query}`)).items, [], query);
  }
});

test('the devices of a license are listed, and any of them can be released: its seat is free immediately, its token refused', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2, allowsOffline: true });
  const [id = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'laptop');
  const reported = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate?appVersion=1.2.3&platform=Mac&meta[host]=Live`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  assert.equal(reported.statusCode, 200, reported.body);
  app.system.clock.advance(1_000);
  assert.equal((await shop.activateByFile(owner, productId, 'studio')).statusCode, 200);
  const path = `/api/licenses/${id}/activations`;
  const { items } = await desk.call<{ items: Record<string, unknown>[] }>('GET', path);
  const [offline, online] = items;
  const { id: laptop, firstValidatedAt, lastValidatedAt, ...rest } = online ?? {};
  assert.deepEqual([typeof firstValidatedAt, typeof lastValidatedAt], ['string', 'string']);
  assert.deepEqual(rest, {
    licenseId: id,
    deviceName: 'Device laptop',
    deviceSignature: 'laptop',
    activationMethod: 'Online',
    status: 'Active',
    appVersion: '1.2.3',
    platform: 'Mac',
    meta: { host: 'Live' },
  });
  assert.deepEqual([offline?.['deviceSignature'], offline?.['activationMethod']], ['studio', 'Offline']);
  assert.deepEqual(await idsOf(path, 1), [offline?.['id'], laptop]);

  const full = await shop.post(owner, `/api/client/licenses/${productId}/request`, {
    payload: { deviceName: 'New', deviceSignature: 'new' },
  });
  assert.equal(full.json().errorType, 'NoFreeActivations');
  for (const device of [laptop, offline?.['id']]) {
    const url = `${path}/${String(device).toUpperCase()}/revoke`;
    const released = await desk.send('POST', url, { reason: ' A new laptop ' });
    const again = await desk.send('POST', url);
    assert.deepEqual([released.statusCode, released.json().status], [200, 'Revoked'], released.body);
    assert.deepEqual(again.json(), released.json());
  }
  const { activeNumberOfActivations } = await desk.call<License>('GET', `/api/licenses/${id}`);
  assert.equal(activeNumberOfActivations, 0);
  const refused = await validate(productId, token);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'LicenseActivationRevoked']);
  await shop.activate(owner, productId, 'new');

  const [strange = ''] = await shop.give(owner, productId);
  for (const url of [
    `/api/licenses/${strange}/activations/${String(laptop)}/revoke`,
    `${path}/${app.system.ids.guid()}/revoke`,
    `${path}/none/revoke`,
  ]) {
    assert.equal((await desk.send('POST', url)).statusCode, 404, url);
  }
  for (const url of [`/api/licenses/${app.system.ids.guid()}/activations`, '/api/licenses/none/activations'])
    assert.equal((await desk.send('GET', url)).statusCode, 404, url);
  const reader = await merchantOf(app, app.demo, 'licenses:read');
  assert.equal((await reader.send('POST', `${path}/${String(laptop)}/revoke`)).statusCode, 403);
  const events = await auditOf('activation.released', id);
  assert.deepEqual(
    events.map(({ actor, data }) => [actor.kind, data]),
    [
      ['ApiKey', { reason: 'A new laptop' }],
      ['ApiKey', { reason: 'A new laptop' }],
    ],
  );
});
