import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ADDRESS, coreCustomers, newEmail } from '../../../test/core-customers.ts';
import {
  assertRefused,
  type IdentityApp,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../../../test/identity.ts';

let app: IdentityApp;
let headers: Record<string, string>;
let core: ReturnType<typeof coreCustomers>;
before(async () => {
  app = await startIdentityApp();
  headers = await app.apiKey(app.demo);
  core = coreCustomers(app, headers);
});
after(() => app.close());

test('an imported customer keeps what they were, gets no mail, and signs in', async () => {
  const email = newEmail();
  const properties = { tier: { type: 'text', value: 'gold', public: true, includeInToken: false } };
  const imported = await core.importCustomer({
    name: ' Ada Lovelace ',
    email,
    password: PASSWORD,
    emailConfirmed: true,
    businessName: 'Engines Ltd',
    taxId: 'GB123',
    phone: '+44 20 1234',
    address: { ...ADDRESS, countryCode: 'gb' },
    communicationPreferences: { productUpdatesOptIn: true },
    externalId: `old-${email}`,
    createdAt: '2020-01-01T00:00:00Z',
    properties,
  });
  assert.equal(imported.statusCode, 200, imported.body);
  const { id, ...customer } = imported.json();
  assert.deepEqual(customer, {
    name: 'Ada Lovelace',
    email,
    emailConfirmed: true,
    hasPassword: true,
    isDeleted: false,
    ownedProducts: [],
    subscribedProducts: [],
    businessName: 'Engines Ltd',
    taxId: 'GB123',
    phone: '+44 20 1234',
    address: ADDRESS,
    communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: true },
    externalId: `old-${email}`,
    createdAt: '2020-01-01T00:00:00.000Z',
    properties,
  });
  assert.deepEqual((await core.call('GET', `/${id}`)).json(), imported.json());
  assert.deepEqual(await app.mails(), []);
  assert.equal((await app.signIn(email)).json().id, id);
  const [event] = await core.eventsOf(id);
  assert.deepEqual(
    [event?.type, event?.data],
    ['customer.imported', { hasPassword: true, isEmailConfirmed: true }],
  );
});

test('an imported customer without a password chooses one by the link of a mail', async () => {
  const email = newEmail();
  const { hasPassword, emailConfirmed, id } = (await core.importCustomer({ name: 'Ada', email })).json();
  assert.deepEqual([hasPassword, emailConfirmed], [false, false]);
  await app.call('POST', 'identity/forgot-password', { query: { email } });
  const code = await app.mailedCode('reset-password', email);
  const query = { email, code };
  assert.equal(
    (await app.call('POST', 'identity/reset-password', { query, text: PASSWORD })).statusCode,
    200,
  );
  assert.equal((await app.signIn(email)).json().id, id);
  assert.equal((await core.call('GET', `/${email}`)).json().emailConfirmed, true);
});

test('of concurrent imports of one email or external id one succeeds, and the others learn the existing id', async () => {
  const email = newEmail();
  for (const payloadOf of [
    () => ({ name: 'Ada', email }),
    (n: number) => ({ name: 'Ada', email: `${n}-${email}`, externalId: email }),
  ]) {
    const answers = await Promise.all([1, 2, 3].map((n) => core.importCustomer(payloadOf(n))));
    const [winner, ...others] = answers.filter(({ statusCode }) => statusCode === 200);
    assert.deepEqual(others, []);
    for (const refused of answers.filter((answer) => answer !== winner)) {
      assertRefused(refused, 409, 'CustomerExists');
      assert.equal(refused.json().instance, winner?.json().id);
    }
  }
  const shouted = await core.importCustomer({ name: 'Ada', email: email.toUpperCase() });
  assertRefused(shouted, 409, 'CustomerExists');
  const foreign = await app.apiKey(app.other);
  const elsewhere = { method: 'POST', url: '/api/customers/import', headers: foreign } as const;
  const payload = { name: 'Ada', email, externalId: email };
  assert.equal((await app.injectAs(app.other, { ...elsewhere, payload })).statusCode, 200);
});

test('an invalid import changes nothing and reports every issue', async () => {
  const email = newEmail();
  const shape = await core.importCustomer({ email, nmae: 'Ada', address: { ...ADDRESS, city: 'London' } });
  assertRefused(shape, 400, 'InvalidInput', ['name', 'nmae', 'address.city']);
  const rules = await core.importCustomer({
    name: ' ',
    email: `${email}@`,
    password: 'weak',
    taxId: '\u0007',
    address: { countryCode: 'XX', streetAddress1: 'x', postCode: 'x' },
    properties: { 'a b': { type: 'text', value: 1, public: true, includeInToken: true } },
  });
  assertRefused(rules, 400, 'InvalidInput', [
    'name',
    'email',
    'password',
    'taxId',
    'address.countryCode',
    'address.locality',
    'address.region',
    'properties.a b',
    'properties.a b.value',
  ]);
  assert.equal((await core.call('GET', `/${email}`)).statusCode, 404);
  const reading = await app.apiKey(app.demo, 'customers:read');
  const refused = await core.call('POST', '/import', { name: 'Ada', email }, { headers: reading });
  assertRefused(refused, 403, 'Forbidden');
});

test('an imported password for a proven address needs the scope customers:email', async () => {
  const writing = { headers: await app.apiKey(app.demo, 'customers:write') };
  const proven = { name: 'Ada', email: newEmail(), emailConfirmed: true };
  const withPassword = { ...proven, password: PASSWORD };
  assertRefused(await core.call('POST', '/import', withPassword, writing), 403, 'Forbidden');
  assert.equal((await core.call('POST', '/import', proven, writing)).statusCode, 200);
  const unproven = { ...withPassword, email: newEmail(), emailConfirmed: false };
  assert.equal((await core.call('POST', '/import', unproven, writing)).statusCode, 200);
  const trusted = { headers: await app.apiKey(app.demo, 'customers:write', 'customers:email') };
  const other = { ...withPassword, email: newEmail() };
  assert.equal((await core.call('POST', '/import', other, trusted)).statusCode, 200);
});

test('an import is retried under its idempotency key', async () => {
  const email = newEmail();
  const more = { headers: { ...headers, 'idempotency-key': email } };
  const payload = { name: 'Ada', email, password: OTHER_PASSWORD };
  const first = await core.call('POST', '/import', payload, more);
  const second = await core.call('POST', '/import', payload, more);
  assert.deepEqual([second.statusCode, second.json()], [200, first.json()]);
});

/** The ids of a list, page by page. */
async function idsOf(query: string, pageSize = 100): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = `/api/customers?pageSize=${pageSize}&${query}`;
  while (next !== null) {
    const page: { items: { id: string }[]; next: string | null } = (
      await app.inject({ url: next, headers })
    ).json();
    ids.push(...page.items.map(({ id }) => id));
    next = page.next;
  }
  return ids;
}

const find = (text: string, pageSize?: number) => idsOf(`search=${encodeURIComponent(text)}`, pageSize);

test('a list has the customers that its filters name', async () => {
  const word = `f${newEmail().slice(0, 8)}`;
  const add = async (name: string, createdAt: string): Promise<string> => {
    const email = `${name}@${word}.example`;
    return (await core.importCustomer({ name, email, externalId: `${word}-${name}`, createdAt })).json().id;
  };
  const [old, recent] = [
    await add('old', '2001-01-01T00:00:00Z'),
    await add('recent', '2001-03-01T00:00:00Z'),
  ];
  const window = 'before=2001-04-01T00:00:00Z&after=2000-12-01T00:00:00Z';
  assert.deepEqual(await idsOf(window, 1), [recent, old]);
  assert.deepEqual(await idsOf('before=2001-02-01T00:00:00Z&after=2000-12-01T00:00:00Z'), [old]);
  assert.deepEqual(await idsOf(`email=OLD@${word}.example`), [old]);
  assert.deepEqual(await idsOf(`externalId=${word}-recent`), [recent]);
  assert.deepEqual(await idsOf(`externalId=${word}-recent&email=OLD@${word}.example`), []);
  assert.deepEqual(await idsOf(`${window}&sort=createdAt`, 1), [old, recent]);
  await core.call('DELETE', `/${old}`);
  assert.deepEqual(await idsOf(`${window}&status=Deleted`), [old]);
  assert.deepEqual(await idsOf(`${window}&status=Active`), [recent]);
  assert.ok((await idsOf('status=Deleted')).includes(old));
  const foreign = await app.apiKey(app.other);
  const url = `/api/customers?email=recent@${word}.example`;
  assert.deepEqual((await app.injectAs(app.other, { url, headers: foreign })).json().items, []);
});

test('a list is sorted by address from either end, page by page, and a change between two pages does not move the others', async () => {
  const word = newEmail().slice(0, 8);
  const add = async (name: string): Promise<string> =>
    (await core.importCustomer({ name, email: `${name}@${word}.example` })).json().id;
  const [carl, abe, bea] = [await add(`${word}-Carl`), await add(`${word}-Abe`), await add(`${word}-Bea`)];
  const mine = new Set([carl, abe, bea]);
  const sorted = async (query: string, pageSize?: number) =>
    (await idsOf(query, pageSize)).filter((id) => mine.has(id));
  assert.deepEqual(await sorted('sort=email', 1), [abe, bea, carl]);
  assert.deepEqual(await sorted('sort=-email', 1), [carl, bea, abe]);
  const all = await idsOf('sort=email&status=Active', 100);
  assert.deepEqual(all.toReversed(), await idsOf('sort=-email&status=Active', 1));
  const { items, next } = (
    await app.inject({
      url: `/api/customers?sort=email&pageSize=${all.indexOf(abe) + 1}&status=Active`,
      headers,
    })
  ).json();
  assert.equal(items.at(-1).id, abe);
  await core.call('PATCH', `/${abe}`, { email: `zz@${word}.example` });
  assert.equal((await app.inject({ url: next, headers })).json().items[0].id, bea);
  await core.call('DELETE', `/${bea}`);
  assert.ok(!(await idsOf('sort=email&status=Active', 100)).includes(bea));
  assert.ok((await idsOf('sort=email', 100)).includes(bea));
  assert.deepEqual(await idsOf(`sort=email&email=zz@${word}.example`), [abe]);
  const otherSort = await app.inject({ url: next.replace('sort=email', 'sort=-email'), headers });
  assertRefused(otherSort, 400, 'InvalidInput', ['paginationToken']);
});

test('a sort that no index serves is refused, and the choices are named', async () => {
  const refusal = async (query: string) => app.inject({ url: `/api/customers?${query}`, headers });
  const other = await refusal('sort=name');
  assertRefused(other, 400, 'InvalidInput', ['sort']);
  assert.match(other.body, /-createdAt.*createdAt.*email.*-email/);
  assertRefused(await refusal('sort=email&search=a'), 400, 'InvalidInput', ['search']);
  const far = 'before=2001-01-01T00:00:00Z&after=2000-01-01T00:00:00Z&status=Deleted';
  assertRefused(await refusal(`sort=email&${far}`), 400, 'InvalidInput', ['after', 'before', 'status']);
});

test('a search finds each customer once, page by page, by the beginning of a word', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3]) {
    const email = `zora${n}.zorason@zora-mail.example`;
    ids.push((await core.importCustomer({ name: `Zóra Zorason ${n}`, email })).json().id);
  }
  assert.deepEqual((await find('zora', 1)).toSorted(), ids.toSorted());
  for (const text of ['ZORA zorason 2', 'zorason 2', 'Zorason 2, Zora', 'zora2.z'])
    assert.deepEqual(await find(text), [ids[1]], text);
  assert.equal((await find('zora-mail.ex')).length, 3);
  for (const text of ['ora', 'zoraz', '%', '_ora']) assert.deepEqual(await find(text), [], text);
  const foreign = await app.apiKey(app.other);
  const elsewhere = await app.injectAs(app.other, { url: '/api/customers?search=zora', headers: foreign });
  assert.deepEqual(elsewhere.json().items, []);
});

test('a search follows every change of a customer', async () => {
  const { id, accessToken: token } = await app.signUp({ name: 'Quentin Yarrow' });
  assert.deepEqual(await find('yarrow'), [id]);
  await app.call('PATCH', 'identity', { token, json: { name: 'Quentin Xylander' } });
  assert.deepEqual([await find('yarrow'), await find('xylander')], [[], [id]]);
  await core.call('PATCH', `/${id}`, { email: 'quentin@wxyz.example', businessName: 'Vexillum Ltd' });
  assert.deepEqual([await find('wxyz.example'), await find('vexillum')], [[id], [id]]);
  await core.call('DELETE', `/${id}`);
  for (const text of ['xylander', 'wxyz', 'vexillum', 'deleted customer'])
    assert.deepEqual(await find(text), [], text);
});

test('a search with another filter, or for nothing, is refused', async () => {
  const refusal = async (query: string) => app.inject({ url: `/api/customers?${query}`, headers });
  assertRefused(await refusal('search=a&email=b&after=2001-01-01T00:00:00Z'), 400, 'InvalidInput', [
    'search',
  ]);
  assertRefused(await refusal('search=%20,'), 400, 'InvalidInput', ['search']);
  assertRefused(await refusal('status=Gone'), 400, 'InvalidInput', ['status']);
});

test('another spelling of the same email is kept as it was written, and ends nothing', async () => {
  const { id, email, ...tokens } = await app.signUp();
  const mails = (await app.mails()).length;
  const spelling = email.toUpperCase();
  const change = await core.call('PATCH', `/${id}`, { email: spelling });
  assert.deepEqual([change.statusCode, change.json().email], [200, spelling]);
  assert.equal((await core.call('GET', `/${id}`)).json().email, spelling);
  assert.equal((await app.refresh(tokens)).statusCode, 200);
  assert.equal((await app.mails()).length, mails);
});
