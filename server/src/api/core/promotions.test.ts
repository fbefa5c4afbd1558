import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  const rule = { name: 'Sale', type: 'PercentageOffDiscount', percentage: 0.1 };
  for (const id of ['sale', 'other-sale']) await merchant.call('POST', '/api/discounts', { ...rule, id });
});
after(() => app.close());

const BODY = {
  id: 'big-sale',
  name: 'Big sale',
  discountId: 'sale',
  description: 'A week only',
  imageUrl: 'https://cdn.example/sale.png?v=2#top',
  cta: { url: 'https://shop.example/sale', label: 'Shop now' },
  display: ['Banner'],
  position: 4,
  properties: { theme: { type: 'text', value: 'dark', public: true, includeInToken: false } },
};

interface Refusal {
  readonly errorType?: string;
  readonly errors?: Record<string, string[]>;
}

async function refused(status: number, body: object, id?: string): Promise<Refusal> {
  const [method, url] = id === undefined ? (['POST', ''] as const) : (['PATCH', `/${id}`] as const);
  const response = await merchant.send(method, `/api/promotions${url}`, body);
  assert.equal(response.statusCode, status, response.body);
  return response.json<Refusal>();
}

test('a promotion is read as it was made, changes field by field, and is in the journal', async () => {
  app.system.clock.hold('it compares the times of the promotion with the clock');
  const answer = await merchant.call<object>('POST', '/api/promotions', BODY);
  const stamps = {
    createdAt: app.system.clock.now().toISOString(),
    updatedAt: app.system.clock.now().toISOString(),
  };
  assert.deepEqual(answer, { ...BODY, isArchived: false, ...stamps });
  assert.deepEqual(await merchant.call('GET', '/api/promotions/big-sale'), answer);
  assert.equal((await refused(409, BODY)).errorType, 'PromotionExists');
  const changes = { discountId: 'other-sale', cta: null, imageUrl: null, display: ['Popup', 'Banner'] };
  const changed = await merchant.call<object>('PATCH', '/api/promotions/big-sale', changes);
  assert.deepEqual(changed, { ...answer, ...changes });
  await merchant.call('PUT', '/api/promotions/big-sale/custom-properties', {});
  await merchant.call('POST', '/api/promotions/big-sale/archive');
  const { items } = await merchant.call<{ items: { isArchived: boolean }[] }>(
    'GET',
    '/api/promotions?archived=true',
  );
  const { isArchived, ...row } = items[0] ?? assert.fail();
  const { properties: _properties, isArchived: _isArchived, ...expected } = { ...BODY, ...changed };
  assert.deepEqual([row, isArchived], [expected, true]);
  const audit = await merchant.call<{ items: { type: string }[] }>(
    'GET',
    '/api/audit?subject=promotion/big-sale',
  );
  assert.deepEqual(
    audit.items.map(({ type }) => type),
    ['promotion.changed', 'promotion.changed', 'promotion.changed', 'promotion.created'],
  );
  const csv = await merchant.send('GET', '/api/export/promotions?format=csv&archived=true');
  assert.match(csv.body, /^"id","name","discountId".*\r?\n"big-sale","Big sale","other-sale"/);
});

test('every issue of a promotion is reported together', async () => {
  const { errors } = await refused(400, {
    id: 'Not a slug',
    name: ' ',
    discountId: 'nothing',
    imageUrl: 'http://cdn.example/sale.png',
    cta: { url: 'javascript:alert(1)', label: '' },
    display: [],
    position: 1e9,
    properties: { theme: { type: 'text' } },
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'cta.label',
    'cta.url',
    'discountId',
    'display',
    'id',
    'imageUrl',
    'name',
    'position',
    'properties.theme.includeInToken',
    'properties.theme.public',
    'properties.theme.value',
  ]);
  const twice = await refused(400, { ...BODY, id: 'twice', display: ['Popup', 'Popup'] });
  assert.deepEqual(Object.keys(twice.errors ?? {}), ['display']);
});

test('an image or a link is an absolute https URL that a browser reads as it is written, without a password', async () => {
  const wrong = [
    '//cdn.example/a.png',
    '/a.png',
    'data:image/png;base64,AAAA',
    'https:cdn.example/a.png',
    'https:\\\\cdn.example\\a.png',
    'https://user:secret@cdn.example/a.png',
    'https://user@cdn.example/a.png',
    'https://cdn.example/a b.png',
    ' https://cdn.example/a.png',
    'https://cdn.example/a\n.png',
    'java\nscript:alert(1)',
    `https://cdn.example/${'a'.repeat(2_000)}`,
    '',
  ];
  await merchant.call('POST', '/api/promotions', { ...BODY, id: 'urls' });
  for (const url of wrong) {
    const { errors } = await refused(400, { imageUrl: url, cta: { url, label: 'Go' } }, 'urls');
    assert.deepEqual(Object.keys(errors ?? {}), ['imageUrl', 'cta.url'], url);
  }
  for (const imageUrl of ['https://cdn.example/é.png', 'https://cdn.example:8443/a.png?b=%20c'])
    await merchant.call('PATCH', '/api/promotions/urls', { imageUrl });
});
