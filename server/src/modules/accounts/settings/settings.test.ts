import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSettings, completeSettings, mergeSettings } from './settings.ts';

test('fills in every default', () => {
  const settings = completeSettings({ currencies: ['USD', 'EUR'], limits: { vouchersPerMinute: 0 } });
  assert.ok(settings);
  assert.equal(settings.defaultCurrency, 'USD');
  assert.deepEqual(settings.origins, []);
  assert.equal(settings.accessTokenSeconds, 900);
  assert.equal(settings.refreshTokenSeconds, 2_592_000);
  assert.deepEqual(settings.customersMayRelease, { online: true, offline: false });
  assert.deepEqual(settings.seller, { address: [] });
  assert.equal(settings.allowsOffline, false);
  assert.equal(settings.limits.vouchersPerMinute, 0);
  assert.equal(settings.limits.signInPerMinute, 10);
  assert.equal(settings.paymentProvider, undefined);
});

test('takes settings that a merchant would write', () => {
  const settings = {
    websiteUrl: 'https://acme.example/licenses?lang=en',
    storefrontUrl: 'http://localhost:3000',
    origins: ['https://shop.acme.example', 'http://localhost:5173'],
    currencies: ['EUR', 'JPY'],
    defaultCurrency: 'JPY',
    mailFrom: 'Acme Audio <shop@acme.example>',
    paymentProvider: 'none',
    locale: 'de-AT',
    links: { terms: 'https://acme.example/terms', imprint: 'http://localhost:3000/imprint' },
    customersMayRelease: { offline: true },
    seller: {
      name: 'Acme Audio GmbH',
      address: ['Hafenstraße 1', '20457 Hamburg'],
      country: 'DE',
      taxId: 'DE123456789',
      email: 'orders@acme.example',
    },
  };
  assert.deepEqual(checkSettings(settings), {});
  assert.deepEqual(completeSettings(settings)?.customersMayRelease, { online: true, offline: true });
});

test('reports every issue together, each under its field', () => {
  const errors = checkSettings({
    websiteUrl: 'acme.example',
    logoUrl: 'javascript:alert(1)',
    origins: ['https://shop.example/', 'shop.example', 'https://ok.example', 7, 'https://a;b', 'https://a,b'],
    currencies: ['EUR', 'EURO', 'EUR'],
    defaultCurrency: 'USD',
    accessTokenSeconds: 899,
    refreshTokenSeconds: '90',
    paymentProvider: 'Cash!',
    mailFrom: 'two@example.com, lines@example.com',
    locale: 'German',
    links: { terms: 'javascript:alert(1)', privacy: '/privacy', help: 'https://acme.example' },
    brand: {
      accentColor: 'red',
      colorScheme: 'sepia',
      iconUrl: 'data:image/png;base64,AA',
      footerText: 'x'.repeat(501),
      links: [
        { label: 'Help', url: 'javascript:alert(1)' },
        { label: ' ', url: 'https://acme.example' },
      ],
      font: 'Comic Sans',
    },
    limits: { signInPerMinute: -1, unheardOf: 1 },
    seller: { name: ' ', address: ['Hafenstraße 1\n20457 Hamburg', 7], country: 'XX', email: 'acme' },
    colour: 'red',
  });
  assert.deepEqual(Object.keys(errors).toSorted(), [
    'accessTokenSeconds',
    'brand.accentColor',
    'brand.colorScheme',
    'brand.font',
    'brand.footerText',
    'brand.iconUrl',
    'brand.links[0].url',
    'brand.links[1].label',
    'colour',
    'currencies[1]',
    'currencies[2]',
    'defaultCurrency',
    'limits.signInPerMinute',
    'limits.unheardOf',
    'links.help',
    'links.privacy',
    'links.terms',
    'locale',
    'logoUrl',
    'mailFrom',
    'origins[0]',
    'origins[1]',
    'origins[3]',
    'origins[4]',
    'origins[5]',
    'paymentProvider',
    'refreshTokenSeconds',
    'seller.address[0]',
    'seller.address[1]',
    'seller.country',
    'seller.email',
    'seller.name',
    'websiteUrl',
  ]);
  assert.deepEqual(errors['seller.name'], ['must be one line that is not blank']);
  assert.deepEqual(errors['colour'], ['is not a known setting']);
  assert.deepEqual(errors['paymentProvider'], ['must be the name of a payment provider']);
  assert.deepEqual(errors['currencies[2]'], ['is already listed']);
});

test('a stored page that is on none of the origins blocks no other change', () => {
  const before = {
    mailPageUrl: 'https://acme.example/mail',
    activationPageUrl: 'https://acme.example/activate',
  };
  const errorsOf = (changes: object) => Object.keys(checkSettings(mergeSettings(before, changes), changes));
  assert.deepEqual(errorsOf({ locale: 'de' }), []);
  assert.deepEqual(errorsOf({}), []);
  const pages = ['mailPageUrl', 'activationPageUrl'];
  assert.deepEqual(errorsOf({ origins: ['https://shop.acme.example'] }), pages);
  assert.deepEqual(errorsOf({ mailPageUrl: 'https://acme.example/letters' }), pages);
  assert.deepEqual(errorsOf({ activationPageUrl: undefined }), ['mailPageUrl']);
  assert.deepEqual(errorsOf({ origins: ['https://acme.example'] }), []);
});

test('pages that the id of a product follows have no query', () => {
  const pathsOf = (url: string) => Object.keys(checkSettings({ buyPageUrl: url, productPageUrl: url }));
  assert.deepEqual(pathsOf('https://shop.acme.example/buy'), []);
  for (const url of [
    'https://shop.acme.example/buy?shop=1',
    'https://shop.acme.example/#buy',
    'buy',
    'ftp://a.b',
  ])
    assert.deepEqual(pathsOf(url).toSorted(), ['buyPageUrl', 'productPageUrl'], url);
});

test('an account has at least one currency', () => {
  assert.deepEqual(Object.keys(checkSettings({ currencies: [] })), ['currencies']);
  assert.equal(completeSettings({ currencies: [] }), undefined);
});

test('a value that is not an object is refused', () => {
  for (const input of ['text', 7, null, []])
    assert.notDeepEqual(checkSettings(input), {}, JSON.stringify(input));
});

test('a sender that could carry a second header is refused', () => {
  for (const mailFrom of [
    'a@b.example\r\nBcc: c@d.example',
    'Acme\n<a@b.example>',
    '<a@b.example',
    'a@b@c.example',
  ]) {
    assert.deepEqual(Object.keys(checkSettings({ mailFrom })), ['mailFrom'], mailFrom);
  }
});

test('changes replace fields and fields of groups, and undefined takes one away', () => {
  const row = {
    websiteUrl: 'https://a.example',
    origins: ['https://a.example'],
    limits: { signInPerMinute: 1 },
  };
  const changes = { websiteUrl: undefined, origins: [], limits: { vouchersPerMinute: 2 } };
  assert.deepEqual(mergeSettings(row, changes), {
    origins: [],
    limits: { signInPerMinute: 1, vouchersPerMinute: 2 },
  });
  assert.deepEqual(row.limits, { signInPerMinute: 1 });
});

test('access tokens last for at least fifteen minutes, also where less was stored once', () => {
  assert.deepEqual(checkSettings({ accessTokenSeconds: 899 }), {
    accessTokenSeconds: ['must be at least 900'],
  });
  assert.equal(completeSettings({ accessTokenSeconds: 60 })?.accessTokenSeconds, 900);
  const changed = mergeSettings({ accessTokenSeconds: 60 }, { logoUrl: 'https://shop.example/logo.png' });
  assert.deepEqual(checkSettings(changed), {});
});

test('a field of the seller is taken away by itself, and the others stay', () => {
  const row = { seller: { name: 'Acme GmbH', taxId: 'DE123456789' } };
  const merged = mergeSettings(row, { seller: { taxId: undefined } });
  assert.deepEqual(checkSettings(merged), {});
  assert.deepEqual(JSON.parse(JSON.stringify(merged)), { seller: { name: 'Acme GmbH' } });
});

test('the prefix of a series of documents is short, and nothing that its numbers could be mistaken for', () => {
  const errorsOf = (receiptPrefix: string) => checkSettings({ documents: { receiptPrefix } });
  assert.deepEqual(checkSettings({ documents: { timeZone: 'Europe/Berlin' } }), {});
  assert.deepEqual(Object.keys(checkSettings({ documents: { timeZone: 'Berlin' } })), ['documents.timeZone']);
  for (const prefix of ['R-', '{year}/', 'Récu 2026-', '', 'A.{year}_B/'])
    assert.deepEqual(errorsOf(prefix), {}, prefix);
  for (const prefix of ['R-1', '{year}', 'R٣', ' R-', '{month}-', '<b>', 'R\n', 'R'.repeat(31)])
    assert.deepEqual(Object.keys(errorsOf(prefix)), ['documents.receiptPrefix'], prefix);
});

test('settings of a later release are ignored while they are read, stay stored, and are refused in a change', () => {
  const ofLater = {
    currencies: ['EUR'],
    colorOfTomorrow: 'red',
    tax: { mode: 'none', roundsUp: true },
    notifications: [{ email: 'a@b.example', types: ['*'], when: 'soon', hour: 6 }],
  };
  const settings = completeSettings(ofLater);
  assert.deepEqual(
    [
      settings?.tax.mode,
      settings?.notifications[0]?.when,
      Object.keys(settings?.tax ?? {}).includes('roundsUp'),
    ],
    ['none', 'soon', false],
  );
  const changes = { tax: { vies: false } };
  const merged = mergeSettings(ofLater, changes);
  assert.deepEqual(checkSettings(merged, changes), {});
  assert.deepEqual(merged['tax'], { mode: 'none', roundsUp: true, vies: false });
  const unknown = { tax: { roundsUp: false }, colorOfTomorrow: 'blue' };
  assert.deepEqual(Object.keys(checkSettings(mergeSettings(ofLater, unknown), unknown)).toSorted(), [
    'colorOfTomorrow',
    'tax.roundsUp',
  ]);
  assert.equal(completeSettings({ ...ofLater, locale: 7 }), undefined, 'what is wrong stays wrong');
});
