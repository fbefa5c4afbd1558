import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { importAnswer, importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { until } from '../../../test/waiting.ts';
import { listApiKeys, updateSettings } from '../../modules/accounts/index.ts';
import type { AccountsTables } from '../../modules/accounts/tables.ts';
import { ownedProductIds } from '../../modules/licensing/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let send: ReturnType<typeof importsOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo);
  send = importsOf(app, headers);
});
after(() => app.close());

async function licensesOf(productId: string): Promise<Record<string, unknown>[]> {
  const list = await app.inject({ url: `/api/licenses?pageSize=100&productFilter=${productId}`, headers });
  return list.json().items;
}

const signIn = (email: string, password: string) =>
  app.inject({
    method: 'POST',
    url: `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`,
    headers: { 'content-type': 'text/plain' },
    payload: password,
  });

test('customers come in bulk, by external id or address, and can sign in with the password that they had', async () => {
  const shopper = await shop.shopper();
  const passwordHash = await app.system.passwords.hash('Correct-Horse-7-Battery');
  const lines = [
    {
      name: 'Grace',
      email: 'grace@example.com',
      passwordHash,
      externalId: 'c-1',
      emailConfirmed: true,
      createdAt: '2020-01-01T00:00:00Z',
      address: { countryCode: 'de', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' },
      communicationPreferences: { newsletterOptIn: true },
      properties: { tier: { type: 'text', value: 'gold', public: false, includeInToken: true } },
    },
    { email: 'GRACE@example.com', externalId: 'c-1' },
    { email: 'grace@example.com', externalId: 'c-2' },
    { email: 'nameless@example.com', password: 'Another-Horse-8-Battery' },
    { email: shopper.email, externalId: 'c-3', emailConfirmed: true },
  ];
  const expected = ['created', 'exists', 'invalid', 'created', 'updated'];
  assert.deepEqual(
    statuses((await send('customers', ndjson(lines), { query: '?dryRun=true' })).results),
    expected,
  );
  const first = await send('customers', ndjson(lines));
  assert.deepEqual(statuses(first.results), expected);
  assert.deepEqual([first.results[1]?.id, first.results[4]?.id], [first.results[0]?.id, shopper.id]);
  assert.deepEqual(statuses((await send('customers', ndjson(lines))).results), [
    'exists',
    'exists',
    'invalid',
    'exists',
    'exists',
  ]);
  const grace = (await app.inject({ url: '/api/customers/grace@example.com', headers })).json();
  assert.deepEqual(
    [
      grace.name,
      grace.emailConfirmed,
      grace.createdAt,
      grace.address.countryCode,
      grace.communicationPreferences.newsletterOptIn,
      grace.properties.tier.value,
    ],
    ['Grace', true, '2020-01-01T00:00:00.000Z', 'DE', true, 'gold'],
  );
  assert.equal((await signIn('grace@example.com', 'Correct-Horse-7-Battery')).statusCode, 200);
  assert.equal((await signIn('nameless@example.com', 'Another-Horse-8-Battery')).statusCode, 200);
  const productId = await shop.product();
  const owners = ['c-1', 'c-3', 'nobody'].map((ownerExternalId) => ({ ownerExternalId, productId }));
  const licenses = await send('licenses', ndjson(owners));
  assert.deepEqual(statuses(licenses.results), ['created', 'created', 'invalid']);
  assert.deepEqual(
    new Set((await licensesOf(productId)).map(({ ownerId }) => ownerId)),
    new Set([grace.id, shopper.id]),
  );
});

test('an invalid customer is refused with every issue, and the others are imported', async () => {
  const hash = await app.system.passwords.hash('Correct-Horse-7-Battery');
  const cases: [line: object, fields: string[]][] = [
    [{ name: 'No address' }, ['email']],
    [{ email: 'a@example.com', name: 'A\u202EB', taxId: 'A\u2028B' }, ['name', 'taxId']],
    [{ email: 'nobody', name: ' ', password: 'short' }, ['email', 'name', 'password']],
    [
      {
        email: 'a@example.com',
        passwordHash: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
      },
      ['passwordHash'],
    ],
    [{ email: 'a@example.com', password: 'Correct-Horse-7-Battery', passwordHash: hash }, ['passwordHash']],
    [
      {
        email: 'a@example.com',
        address: { countryCode: 'XX', streetAddress1: 'x', postCode: '1', locality: 'x' },
      },
      ['address.countryCode'],
    ],
    [{ email: 'a@example.com', isDeleted: true }, ['isDeleted']],
  ];
  const { results, summary } = await send(
    'customers',
    ndjson([...cases.map(([line]) => line), { email: 'a@example.com', name: 'محمد\u200F\n' }]),
  );
  assert.deepEqual([summary.created, summary.invalid], [1, cases.length]);
  for (const [index, [line, fields]] of cases.entries())
    assert.deepEqual(Object.keys(results[index]?.errors ?? {}).toSorted(), fields, JSON.stringify(line));
});

test('two imports of one list at the same time create each customer once', async () => {
  const file = ndjson(
    Array.from({ length: 20 }, (_, index) => ({
      email: `racer-${index}@example.com`,
      externalId: `racer-${index}`,
    })),
  );
  const answers = await Promise.all([
    send('customers', file),
    send('customers', file),
    send('customers', file),
  ]);
  const total = (count: 'created' | 'exists') =>
    answers.reduce((sum, { summary }) => sum + summary[count], 0);
  assert.deepEqual([total('created'), total('exists')], [20, 40]);
});

test('somebody who only signed up with an address gets nothing of the customer who is imported with it', async () => {
  const squatter = await shop.shopper();
  const { email } = squatter;
  const productId = await shop.product();
  await updateSettings(app.ctx, { waitsForProvenEmail: true });
  await send('licenses', ndjson([{ ownerEmail: email, productId }]));
  await updateSettings(app.ctx, { waitsForProvenEmail: false });
  const isOwned = async () => (await ownedProductIds(app.ctx, squatter.id)).includes(productId);
  assert.equal(await isOwned(), false);
  const plain = { email, externalId: 'vic' };
  for (const query of ['?dryRun=true', '']) {
    const { results } = await send('customers', ndjson([plain, { email }]), { query });
    assert.deepEqual(statuses(results), ['invalid', 'exists']);
    assert.match(results[0]?.errors?.['email']?.[0] ?? '', /send emailConfirmed as true/);
  }
  const file = ndjson([{ ...plain, emailConfirmed: true, password: 'Another-Horse-8-Battery' }]);
  const statusOf = async (query = '') => statuses((await send('customers', file, { query })).results);
  assert.deepEqual(
    [await statusOf('?dryRun=true'), await statusOf(), await statusOf()],
    [['updated'], ['updated'], ['exists']],
  );
  const session = { url: '/api/customer/identity/sessions', headers: squatter.headers };
  assert.equal((await app.inject(session)).statusCode, 401);
  assert.equal((await signIn(email, 'Correct-Horse-7-Battery')).statusCode, 400);
  assert.equal((await signIn(email, 'Another-Horse-8-Battery')).statusCode, 200);
  const vic = (await app.inject({ url: `/api/customers/${email}`, headers })).json();
  assert.deepEqual([vic.id, vic.externalId, vic.emailConfirmed], [squatter.id, 'vic', true]);
  assert.equal(await isOwned(), true, 'what waited for the proof is granted');
});

test('a password for a proven address needs the scope customers:email', async () => {
  const passwordHash = await app.system.passwords.hash('Correct-Horse-7-Battery');
  const line = (name: string, fields: object) => ({
    email: `${name}@scope.example`,
    emailConfirmed: true,
    ...fields,
  });
  const file = ndjson([
    line('plain', { password: 'Correct-Horse-7-Battery' }),
    line('hashed', { passwordHash }),
    line('proven', {}),
    line('unproven', { emailConfirmed: false, passwordHash }),
  ]);
  const scopes = ['customers:write', 'customers:email'];
  const sendWith = async (...granted: string[]) =>
    (await importsOf(app, await app.apiKey(app.demo, ...granted))('customers', file)).results;
  const weak = await sendWith('customers:write');
  assert.deepEqual(statuses(weak), ['invalid', 'invalid', 'created', 'created']);
  assert.match(weak[0]?.errors?.['emailConfirmed']?.[0] ?? '', /lacks the scope customers:email/);
  assert.deepEqual(statuses(await sendWith(...scopes)), ['created', 'created', 'exists', 'exists']);
});

test('a key that loses the scope customers:email while an import runs proves no further address', async () => {
  const passwordHash = await app.system.passwords.hash('Correct-Horse-7-Battery');
  const line = (email: string) => `${JSON.stringify({ email, emailConfirmed: true, passwordHash })}\n`;
  const key = await app.apiKey(app.demo, 'customers:write', 'customers:email');
  const [apiKey] = await listApiKeys(app.ctx);
  const early = 'early@scope.example';
  async function* body() {
    yield line(early);
    await until('the first line to be stored', async () => {
      const answer = await app.inject({ url: `/api/customers/${early}`, headers });
      return answer.statusCode === 200;
    });
    await app.system.database.transaction((tx) =>
      tx
        .tables<AccountsTables>()
        .updateTable('apiKeys')
        .set({ scopes: ['customers:write'] })
        .where('accountId', '=', app.demo.id)
        .where('id', '=', apiKey?.id ?? '')
        .execute(),
    );
    yield line('late@scope.example');
  }
  const response = await app.inject({
    method: 'POST',
    url: '/api/import/customers',
    headers: { ...key, 'content-type': 'application/x-ndjson' },
    payload: Readable.from(body()),
  });
  assert.deepEqual(statuses(importAnswer(response.body).results), ['created', 'invalid']);
});

test('two imports that name one customer at the same time give one external id', async () => {
  const { id, email } = await shop.shopper();
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((externalId) =>
      send('customers', ndjson([{ email, externalId, emailConfirmed: true }])),
    ),
  );
  const results = answers.flatMap((answer) => answer.results);
  assert.deepEqual(statuses(results).toSorted(), ['invalid', 'invalid', 'updated']);
  const winner = ['one', 'two', 'three'][results.findIndex(({ status }) => status === 'updated')];
  assert.equal((await app.inject({ url: `/api/customers/${id}`, headers })).json().externalId, winner);
});
