import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
  merchant = await merchantOf(app);
  for (const id of ['part-a', 'part-b']) await merchant.call('POST', '/api/products', { id, name: id });
});
after(() => app.close());

const stamps = () => ({
  createdAt: app.system.clock.now().toISOString(),
  updatedAt: app.system.clock.now().toISOString(),
});
const WHOLE = {
  id: 'pair',
  name: 'Pair',
  tagline: 'Both of them',
  description: 'Two parts',
  longDescription: '# Two\n\nparts',
  systemRequirements: '- macOS',
  purchasable: false,
  website: 'https://pair.example',
  productIds: ['part-b', 'part-a'],
  position: 7,
  properties: { edition: { type: 'text', value: 'second', public: true, includeInToken: false } },
};

test('a bundle is read as created, with defaults for omitted fields', async () => {
  app.system.clock.hold('it compares the times of the bundle with the clock');
  const answer = await merchant.call<object>('POST', '/api/bundles', WHOLE);
  const same = { iconUrl: null, isArchived: false, variations: [], ...stamps() };
  assert.deepEqual(answer, { ...WHOLE, ...same });
  assert.deepEqual(await merchant.call('GET', '/api/bundles/pair'), answer);
  const least = { id: 'plain', name: 'Plain', productIds: ['part-a'] };
  assert.deepEqual(await merchant.call('POST', '/api/bundles', least), {
    ...least,
    ...same,
    tagline: '',
    description: '',
    longDescription: null,
    systemRequirements: null,
    purchasable: true,
    website: null,
    position: 0,
  });
});

test('a field of a bundle changes alone, and its products keep the order that they are given', async () => {
  app.system.clock.hold('it compares the time of the change with the clock');
  const before = await merchant.call<object>('POST', '/api/bundles', { ...WHOLE, id: 'changing' });
  app.system.clock.advance(1_000);
  const productIds = ['part-a', 'part-b'];
  const changes = { tagline: 'Together', website: null, purchasable: true, position: -1, productIds };
  const after = await merchant.call<object>('PATCH', '/api/bundles/changing', changes);
  assert.deepEqual(after, { ...before, ...changes, updatedAt: app.system.clock.now().toISOString() });
  assert.deepEqual(await merchant.call('GET', '/api/bundles/changing'), after);
});

test('a default variation that changes stays the default, and when it is archived, the next by position takes over', async () => {
  await merchant.call('POST', '/api/bundles', { id: 'ways', name: 'Ways', productIds: ['part-a'] });
  const url = '/api/bundles/ways/variations';
  const prices = { EUR: 9, USD: 10 };
  for (const [id, position] of [
    ['ways-first', 5],
    ['ways-b', 1],
    ['ways-a', 2],
  ] as const)
    await merchant.call('POST', url, { id, name: id, prices, position });
  const defaults = async () =>
    (
      await merchant.call<{ variations: { id: string; isDefault: boolean }[] }>('GET', '/api/bundles/ways')
    ).variations.flatMap(({ id, isDefault }) => (isDefault ? [id] : []));
  assert.deepEqual(await defaults(), ['ways-first']);
  await merchant.call('PATCH', `${url}/ways-first`, { name: 'Renamed', isDefault: false });
  assert.deepEqual(await defaults(), ['ways-first'], 'one of them is the default at any time');
  await merchant.call('PATCH', `${url}/ways-a`, { name: 'Renamed' });
  assert.deepEqual(await defaults(), ['ways-first'], 'a change of another is no change of the default');
  await merchant.call('POST', `${url}/ways-first/archive`);
  assert.deepEqual(await defaults(), ['ways-b'], 'the next by position, not by id');
});
