import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashboardContent } from './dashboard-content.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const AT = '2026-11-29T09:00:00Z';

const SESSION = {
  operator: { name: 'Olga <Owner>' },
  scopes: ['*'],
  account: { name: 'A & B "Audio"', timeZone: 'Europe/Berlin' },
};
const CUSTOMER = {
  name: '<b>Ann</b>',
  email: 'ann@x.example',
  isDeleted: false,
  ownedProducts: ['a', 'b'],
  createdAt: AT,
};
const ORDER = {
  number: 'KVRK-BARN',
  billingDetails: { name: 'Ann <i>' },
  lines: [{ title: 'Synth' }, { title: 'Reverb' }],
  status: 'Paid',
  undue: true,
  total: { due: { amount: 1234.5, currency: 'EUR' } },
  createdAt: '2026-11-01T09:00:00Z',
};
const LICENSE = {
  ownerId: 'ann',
  productId: 'synth<3',
  status: 'Revoked',
  activeNumberOfActivations: 1,
  maxNumberOfActivations: 3,
  createdAt: AT,
};
const day = (name: string, amount: number) => ({
  day: name,
  orders: 2,
  gross: { amount },
  refunded: { amount: 1 },
});
const SALES = {
  payments: 'Test',
  currencies: [
    {
      currency: 'EUR',
      orders: 4,
      gross: { amount: 70 },
      tax: { amount: 11 },
      refunded: { amount: 2 },
      refundedTax: { amount: 1 },
      days: [day('2026-11-29', 40), day('2026-11-28', 30), day('2026-10-05', 20)],
    },
  ],
};
const HOME = '/api/reports/sales?from=2026-10-01&to=2026-11-29';
const MONTH = '/api/reports/sales?from=2026-11-01&to=2026-11-29';
const BEFORE = '/api/reports/sales?from=2026-10-01&to=2026-10-29';

function contentOf(
  page: string,
  bodies: Readonly<Record<string, unknown>>,
  locale = 'en-US',
  session: unknown = SESSION,
) {
  const all = Object.entries({ '/api/operator/session': session, ...bodies });
  const answers = new Map(all.map(([path, body]) => [path, { json: JSON.stringify(body), etag: undefined }]));
  return dashboardContent({ page, language: locale.startsWith('de') ? 'de' : 'en', locale, answers }, NOW);
}

/** The texts between the tags. */
function texts(html: string): string[] {
  return html.split(/<[^>]*>/).flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
}

test('home says what a new shop lacks, and what it has', () => {
  const settings = {
    seller: { address: ['Street 1'], country: 'DE' },
    tax: { mode: 'none' },
    links: { terms: 'https://a.example/terms' },
  };
  const bodies = { [HOME]: SALES, '/api/settings': settings, '/api/products?pageSize=1': { items: [{}] } };
  const all = texts(contentOf('/', bodies));
  const of = (title: string) => all[all.indexOf(title) - 1];
  assert.deepEqual(
    ['A product with a price', 'Your address', 'Your email address', 'Taxes', 'Terms and privacy policy'].map(
      of,
    ),
    ['Done', 'Done', 'Missing', 'Missing', 'Missing'],
  );
  assert.equal(all[all.indexOf('Taxes') + 1], '– Who calculates them, and where you collect.');
  const complete = {
    seller: { ...settings.seller, email: 'a@a.example' },
    tax: { mode: 'own' },
    paymentProvider: 'sandbox',
    mailFrom: 'b@a.example',
    links: { ...settings.links, privacy: 'https://a.example/privacy' },
  };
  assert.ok(!contentOf('/', { ...bodies, '/api/settings': complete }).includes('Before you sell'));
  assert.equal(contentOf('/', { ...bodies, [HOME]: undefined }), '', 'nothing without the sales');
});

const LISTS = {
  '/customers': { path: '/api/customers?pageSize=25', row: CUSTOMER },
  '/orders': { path: '/api/orders?pageSize=25', row: ORDER },
  '/licenses': { path: '/api/licenses?pageSize=25', row: LICENSE },
};

function listOf(page: keyof typeof LISTS, locale?: string, session?: unknown): string {
  const { path, row } = LISTS[page];
  return contentOf(page, { [path]: { items: [row], next: null } }, locale, session);
}

test('lists have the name of the account, their heading and their rows, and nothing in them is HTML', () => {
  const customers = listOf('/customers');
  assert.deepEqual(texts(customers).slice(0, 3), [
    'A &amp; B &quot;Audio&quot;',
    'Search or jump to…',
    'Customers',
  ]);
  assert.deepEqual(texts(customers).slice(-5), [
    '&lt;b&gt;Ann&lt;/b&gt;',
    'ann@x.example',
    'Active',
    '2',
    '3 hours ago',
  ]);
  assert.deepEqual(texts(listOf('/orders')).slice(-7), [
    'KVRK-BARN',
    'Ann &lt;i&gt;',
    'Synth, Reverb',
    'Paid, not delivered',
    'Has to go back',
    '€1,234.50',
    'Nov 1, 2026',
  ]);
  const licenses = texts(listOf('/licenses'));
  assert.deepEqual(licenses.slice(-5), ['synth&lt;3', 'Revoked', '1 of 3', '3 hours ago', 'Never']);
  assert.ok(licenses.includes('Issue a license'));
  // One before the row, and one that chooses all.
  assert.equal(listOf('/licenses').split('class="first-box"').length, 3);
  for (const html of [customers, listOf('/orders'), listOf('/licenses')])
    assert.doesNotMatch(html, /style=|<script| on\w+=/);
});

test('licenses have the names of their owners, or their addresses, and nothing of those who were deleted', () => {
  const items = ['ann', 'ben', 'cid'].map((ownerId) => ({ ...LICENSE, ownerId, productId: `of-${ownerId}` }));
  const owners = [
    { id: 'ann', name: 'Ann <i>', email: 'ann@x.example' },
    { id: 'ben', email: 'ben@x.example' },
  ];
  const { path } = LISTS['/licenses'];
  const all = texts(contentOf('/licenses', { [path]: { items, next: null, owners } }));
  assert.ok(all.includes('Owner'));
  const after = (id: string) => all[all.indexOf(`of-${id}`) + 1];
  assert.deepEqual(['ann', 'ben', 'cid'].map(after), ['Ann &lt;i&gt;', 'ben@x.example', 'Revoked']);
});

test('a cart has the name of whoever put it together', () => {
  const { billingDetails: _, ...order } = ORDER;
  const items = [{ ...order, number: undefined, customerId: 'ann' }];
  const owners = [{ id: 'ann', name: 'Ann', email: 'ann@x.example' }];
  const all = texts(contentOf('/orders', { [LISTS['/orders'].path]: { items, next: null, owners } }));
  assert.deepEqual(all.slice(all.lastIndexOf('Cart')).slice(0, 2), ['Cart', 'Ann']);
});

test('a list says no more than its page: what a role may not change has no button and no boxes', () => {
  const html = listOf('/licenses', 'en-US', { ...SESSION, scopes: ['licenses:read'] });
  const licenses = texts(html);
  assert.ok(!html.includes('first-box') && !licenses.includes('Owner'));
  assert.deepEqual(
    licenses.filter((text) => /Issue/.test(text)),
    ['Issued'],
  );
});

test('home greets, and has what was sold today and this month beside the time before', () => {
  const home = texts(contentOf('/', { [HOME]: SALES }));
  assert.deepEqual(home.slice(2, 9), [
    'Hello, Olga &lt;Owner&gt;',
    'Today',
    'All reports',
    'Test payments: no money moved.',
    'Sales',
    '€40.00',
    'yesterday: €30.00',
  ]);
  assert.deepEqual(home.slice(home.indexOf('This month and last month')).slice(1, 4), [
    'Sales',
    '€70.00',
    'until this day last month: €20.00',
  ]);
  const none = texts(contentOf('/', { [HOME]: { payments: 'Live', currencies: [] } }));
  assert.equal(none.at(-1), 'Nothing was sold this month or last month.');
});

test('reports have their days and figures, also where nothing was sold before', () => {
  const reports = texts(
    contentOf('/reports', { [MONTH]: SALES, [BEFORE]: { payments: 'Test', currencies: [] } }),
  );
  assert.ok(
    reports.includes('2026-11-01 – 2026-11-29, days in Europe/Berlin, beside 2026-10-01 – 2026-10-29'),
    reports.join('\n'),
  );
  assert.deepEqual(
    reports.slice(-15).filter((_, index) => index % 3 !== 2),
    [
      'Sales',
      '€70.00',
      'Refunds',
      '€2.00',
      'Sales less refunds',
      '€68.00',
      'Tax less refunds',
      '€10.00',
      'Orders',
      '4',
    ],
  );
  assert.equal(reports.at(-13), 'before: €0.00');
  const none = texts(contentOf('/reports', { [MONTH]: { payments: 'Live', currencies: [] } }));
  assert.equal(none.at(-2), 'Nothing was sold in this period');
});

test('whoever reads German gets German words, amounts and days', () => {
  const orders = texts(listOf('/orders', 'de-DE'));
  assert.ok(orders.includes('Bestellungen'));
  assert.deepEqual(orders.slice(-4), [
    'Bezahlt, nicht geliefert',
    'Muss zurück',
    '1.234,50\u00A0€',
    '01.11.2026',
  ]);
  assert.equal(texts(contentOf('/', { [HOME]: SALES }, 'de-DE'))[2], 'Hallo, Olga &lt;Owner&gt;');
});

test('without the session, the answer, or a page that has content, nothing is shown', () => {
  const { path, row } = LISTS['/customers'];
  const answer = { [path]: { items: [row], next: null } };
  assert.notEqual(contentOf('/customers', answer), '');
  assert.equal(contentOf('/customers', answer, 'en', null), '');
  assert.equal(contentOf('/customers', answer, 'en', { name: 'other' }), '');
  assert.equal(contentOf('/sign-in', answer), '');
  assert.equal(contentOf('/orders', answer), '');
  assert.equal(contentOf('/settings', answer), '');
  assert.equal(contentOf('/customers', { [path]: { items: [{ email: 1 }] } }), '');
  assert.equal(contentOf('/', {}) + contentOf('/reports', { [BEFORE]: SALES }), '');
});
