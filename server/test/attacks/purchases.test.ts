import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createProduct, createVariation } from '../../src/modules/catalog/index.ts';
import { codeIn, type IdentityApp, linkIn, OTHER_PASSWORD, PASSWORD, startIdentityApp } from '../identity.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../shop.ts';

let app: IdentityApp;
let key: { 'api-key': string };
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const free = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, free);
  key = await app.apiKey(app.demo);
  await app.settings({ limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const GIFT = { type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 1 };

const pay = (url: string, email: string, body: object = {}) =>
  app.inject({ method: 'POST', url, payload: { name: 'Vic', email, ...body } });

/** Buys as a guest, and returns the order. */
async function buyFor(email: string, items: readonly object[] = [ONE_APP]) {
  const checkout = await checkOut(app, items);
  const paid = await pay(checkout.pay, email);
  assert.equal(paid.json().status, 'Completed', paid.body);
  return checkout;
}

/** The customer's possessions, through every route that shows them. */
async function everythingOf(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const read = async (url: string) => (await app.inject({ url: `/api/customer/${url}`, headers })).json();
  const device = { deviceName: 'x', deviceSignature: randomUUID() };
  const licensed = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/app/request',
    headers,
    payload: device,
  });
  const { products } = await read('storefront');
  return {
    owned: (await read('meta/user')).ownedProducts,
    licenses: (await read('inventory/licenses')).items.length,
    inventory: (await read('inventory/products')).items.length,
    isOwnedInShop: products.some(({ owned }: { owned: boolean }) => owned),
    token: licensed.statusCode,
  };
}

const NOTHING = { owned: [], licenses: 0, inventory: 0, isOwnedInShop: false, token: 403 };
const ONE = { owned: ['app'], licenses: 1, inventory: 1, isOwnedInShop: true, token: 200 };

async function licensesOf(ownerId: string) {
  const { items } = (await app.inject({ url: '/api/licenses?pageSize=100', headers: key })).json<{
    items: { id: string; productId: string; ownerId: string; status: string; awaitsProof?: true }[];
  }>();
  return items.filter((license) => license.ownerId === ownerId);
}

test('a person who signed up with a stranger’s address gets none of the stranger’s purchases, and is not locked out', async () => {
  const squatter = await app.signUp();
  const { orderId } = await buyFor(squatter.email);
  assert.deepEqual(await everythingOf(squatter.accessToken), NOTHING);
  assert.equal((await app.signIn(squatter.email)).statusCode, 200, 'nobody is locked out by a purchase');
  assert.deepEqual(
    (await licensesOf(squatter.id)).map(({ status, awaitsProof }) => [status, awaitsProof]),
    [['Active', true]],
  );
  const user = (await app.call('GET', 'meta/user', { token: squatter.accessToken })).json();
  assert.deepEqual(user.awaitsProof, {
    products: ['app'],
    names: ['App'],
    message: 'Confirm your email address to get App.',
  });
  const headers = { authorization: `Bearer ${squatter.accessToken}` };
  const order = await app.inject({ url: `/api/customer/orders/${orderId}`, headers });
  assert.equal(order.json().customer.name, null, 'nor sees who bought');
});

test('the link in the receipt gives the buyer what they bought, and takes the squatter’s way in', async () => {
  const squatter = await app.signUp();
  await buyFor(squatter.email);
  const receipt = (await app.mails()).findLast(
    ({ kind, recipient }) => kind === 'Receipt' && recipient === squatter.email,
  );
  const link = linkIn(receipt ?? assert.fail('no receipt'));
  const query = {
    email: squatter.email,
    code: codeIn(link),
  };
  const proven = (await app.call('POST', 'identity/confirm-account', { query })).json();
  assert.deepEqual(
    [proven.status, proven.ownedProducts, proven.awaitsProof],
    ['PasswordSetupRequired', ['app'], undefined],
  );
  assert.equal((await app.call('GET', 'meta/user', { token: squatter.accessToken })).statusCode, 401);
  assert.equal((await app.signIn(squatter.email, PASSWORD)).statusCode, 400);
  const reset = { query: { email: squatter.email, code: proven.resetPasswordToken }, text: OTHER_PASSWORD };
  await app.call('POST', 'identity/reset-password', reset);
  const { accessToken } = (await app.signIn(squatter.email, OTHER_PASSWORD)).json();
  assert.deepEqual(await everythingOf(accessToken), ONE);
});

test('a squatter who changes the address to their own and proves that does not take the purchase along', async () => {
  const squatter = await app.signUp();
  const victim = squatter.email;
  await buyFor(victim);
  const own = `own-${squatter.email}`;
  await app.call('PATCH', 'identity', { token: squatter.accessToken, json: { email: own } });
  const query = { email: own, code: await app.mailedCode('confirm-email', own) };
  await app.call('POST', 'identity/confirm-email', { query, token: squatter.accessToken });
  const user = (await app.call('GET', 'meta/user', { token: squatter.accessToken })).json();
  assert.deepEqual([user.confirmedAccount, user.awaitsProof], [true, undefined]);
  assert.deepEqual(await everythingOf(squatter.accessToken), NOTHING);

  const owner = await app.signUp({ email: victim });
  const code = await app.mailedCode('confirm-account', victim);
  const proof = { query: { email: victim, code }, token: owner.accessToken };
  assert.deepEqual((await app.call('POST', 'identity/confirm-account', proof)).json().ownedProducts, ['app']);
  assert.deepEqual(await everythingOf(owner.accessToken), ONE);
});

test('a reset of the password is a proof, too; after the proof, later purchases are granted immediately', async () => {
  const member = await app.signUp();
  await buyFor(member.email);
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  const code = await app.mailedCode('reset-password', member.email);
  const query = { email: member.email, code };
  await app.call('POST', 'identity/reset-password', { query, text: OTHER_PASSWORD });
  const { accessToken, ownedProducts } = (await app.signIn(member.email, OTHER_PASSWORD)).json();
  assert.deepEqual(ownedProducts, ['app']);
  const { orderId } = await buyFor(member.email.toUpperCase());
  assert.equal((await licensesOf(member.id)).filter(({ awaitsProof }) => awaitsProof).length, 0);
  const headers = { authorization: `Bearer ${accessToken}` };
  assert.equal(
    (await app.inject({ url: `/api/customer/orders/${orderId}`, headers })).json().customer.name,
    'Vic',
  );
});

test('a signed-in customer’s purchase is granted immediately, proven or not', async () => {
  const member = await app.signUp();
  const checkout = await checkOut(app, [ONE_APP], { authorization: `Bearer ${member.accessToken}` });
  await pay(checkout.pay, 'somebody-else@example.com');
  assert.deepEqual(await everythingOf(member.accessToken), ONE);
});

test('one anonymous request does not get 20,000 free licenses, nor do many requests', async () => {
  const email = `${randomUUID()}@example.com`;
  const many = { ...GIFT, quantity: 10_000 };
  const greedy = await pay((await checkOut(app, [many, many])).pay, email);
  assert.deepEqual([greedy.statusCode, greedy.json().errorType], [409, 'FreeLimitReached']);
  assert.match(greedy.json().detail, /^Each customer can get 1 free license of Gift\./);
  const twice = await pay((await checkOut(app, [GIFT, { ...GIFT }])).pay, email);
  assert.equal(twice.statusCode, 409, 'two lines are no way around it');

  const carts = await Promise.all(Array.from({ length: 4 }, () => checkOut(app, [GIFT])));
  const answers = await Promise.all(
    carts.map(({ pay: url }, turn) => pay(url, turn % 2 ? email : email.toUpperCase())),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.deepEqual(statuses, [200, 200, 200, 200], 'typing an address does not reveal what it owns');
  const customer = (await app.inject({ url: `/api/customers/${email}`, headers: key })).json();
  assert.equal((await licensesOf(customer.id)).length, 1);
});

test('a free order reveals nothing about the typed address; its owner reads it in the receipt', async () => {
  app.system.clock.hold('it compares two checkouts byte for byte, with their times');
  const member = await app.signUp();
  const proof = { email: member.email, code: await app.mailedCode('confirm-account', member.email) };
  await app.call('POST', 'identity/confirm-account', { query: proof, token: member.accessToken });
  const headers = { authorization: `Bearer ${member.accessToken}` };
  const own = await checkOut(app, [GIFT], headers);
  assert.equal((await pay(own.pay, member.email)).json().status, 'Completed');
  const kindsOfMails = async (email: string) => {
    const { show, pay: url, orderId } = await checkOut(app, [{ ...GIFT, id: 'line' }]);
    const texts = [
      (await pay(url, email)).body,
      (await app.inject({ url: show })).body,
      (await app.inject({ url: `/api/customer/orders/${orderId}` })).body,
    ];
    return texts.map((text) =>
      text
        .replaceAll(email, 'EMAIL')
        .replaceAll(orderId, 'ORDER')
        .replaceAll(/R-2026-\d+/g, 'NUMBER')
        .replaceAll(/[0-9A-Z]{4}-[0-9A-Z]{4}(?=")/g, 'ORDER NUMBER'),
    );
  };
  const stranger = `${randomUUID()}@example.com`;
  assert.deepEqual(await kindsOfMails(member.email), await kindsOfMails(stranger));
  assert.equal((await licensesOf(member.id)).length, 1);
  const receiptOf = async (email: string) =>
    (await app.mails())
      .findLast(({ kind, recipient }) => kind === 'Receipt' && recipient === email)
      ?.textBody.replaceAll(/\s+/g, ' ') ?? '';
  const nothing =
    /This order adds no license: each customer can get 1 free license for each product, and you have reached that limit\./;
  assert.match(await receiptOf(member.email), nothing);
  assert.doesNotMatch(await receiptOf(stranger), /adds no license/);
  const again = await checkOut(app, [GIFT], headers);
  assert.equal(
    (await pay(again.pay, member.email)).json().errorType,
    'FreeLimitReached',
    'who shows who they are hears it',
  );
  const link = await patchOrder(app, again.orderId, {}, { query: '?checkout=true' });
  const byStranger = `/api${new URL(link.json().checkoutUrl).pathname}/pay`;
  assert.equal(
    (await pay(byStranger, stranger)).json().status,
    'Completed',
    'a stranger’s link says as little',
  );
  assert.equal((await licensesOf(member.id)).length, 1);
});

test('free extras of concurrent payments grant one license in total, and nothing paid is lost', async () => {
  const email = `${randomUUID()}@example.com`;
  const carts = await Promise.all(Array.from({ length: 3 }, () => checkOut(app, [ONE_APP, GIFT])));
  for (const { pay: url } of carts)
    assert.equal((await pay(url, email, { sandboxOutcome: 'Delay' })).json().status, 'PaymentProcessing');
  app.system.clock.advance(10_000);
  const receipts = (await app.mails()).filter(
    ({ kind, recipient }) => kind === 'Receipt' && recipient === email,
  );
  const customer = (await app.inject({ url: `/api/customers/${email}`, headers: key })).json();
  const products = (await licensesOf(customer.id)).map(({ productId }) => productId).toSorted();
  assert.deepEqual(products, ['app', 'app', 'app', 'gift']);
  const texts = receipts.map(({ textBody }) => textBody.replaceAll('\n', ' '));
  assert.equal(texts.length, 3);
  assert.equal(texts.filter((text) => text.includes('Not included: 1 × Gift, Free.')).length, 2);
});

test('a returning buyer is not refused for a free extra; a cart that is free as a whole says what the checkout refuses', async () => {
  const member = await app.signUp();
  const headers = { authorization: `Bearer ${member.accessToken}` };
  const cart = async (items: readonly object[]) =>
    (await patchOrder(app, randomUUID(), { items }, { headers })).json().checkoutRefusals;
  assert.equal(await cart([GIFT]), undefined);
  assert.deepEqual(await cart([{ ...GIFT, quantity: 2 }]), [
    'Each customer can get 1 free license of Gift. This order would go beyond that.',
  ]);
  for (let turn = 0; turn < 2; turn += 1) {
    const { pay: url } = await checkOut(app, [ONE_APP, GIFT], headers);
    assert.equal((await pay(url, member.email)).json().status, 'Completed');
  }
  assert.equal(await cart([ONE_APP, GIFT]), undefined);
  assert.equal((await cart([GIFT])).length, 1);
  const gift = (await licensesOf(member.id)).find(({ productId }) => productId === 'gift');
  const revoked = await app.inject({ method: 'POST', url: `/api/licenses/${gift?.id}/revoke`, headers: key });
  assert.ok(revoked.statusCode < 300, revoked.body);
  assert.equal(await cart([GIFT]), undefined, 'what was revoked does not count for ever');
});

test('the checkout page shows what it would refuse, and reveals nothing of the customer’s licenses to a stranger', async () => {
  const member = await app.signUp();
  const headers = { authorization: `Bearer ${member.accessToken}` };
  const refusalsAt = async (url: string) => (await app.inject({ url })).json().checkoutRefusals;
  const first = await checkOut(app, [GIFT], headers);
  assert.equal(await refusalsAt(first.show), undefined);
  assert.equal((await pay(first.pay, member.email)).json().status, 'Completed');
  const again = await checkOut(app, [GIFT], headers);
  assert.deepEqual(await refusalsAt(again.show), [
    'Each customer can get 1 free license of Gift. This order would go beyond that.',
  ]);
  const stranger = await app.inject({ url: `/api/customer/orders/${again.orderId}?checkout=true` });
  const { pathname } = new URL(stranger.json<{ checkoutUrl: string }>().checkoutUrl);
  assert.equal(await refusalsAt(`/api${pathname}`), undefined);
});

test('provisioned licenses do not count toward the limit, and the limit is a setting', async () => {
  const email = `${randomUUID()}@example.com`;
  const provision = (quantity: number) =>
    app.inject({
      method: 'POST',
      url: '/api/licenses/provision',
      headers: key,
      payload: { customer: { email }, requests: [{ productId: 'gift', quantity }] },
    });
  assert.equal((await provision(50)).statusCode, 200);
  await buyFor(email, [GIFT]);
  await app.settings({ freeLicensesPerCustomer: 3 });
  try {
    await buyFor(email, [{ ...GIFT, quantity: 2 }]);
    await buyFor(email, [GIFT]);
    const { id } = (await app.inject({ url: `/api/customers/${email}`, headers: key })).json();
    assert.equal((await licensesOf(id)).length, 50 + 3);
    const more = await pay((await checkOut(app, [{ ...GIFT, quantity: 4 }])).pay, email);
    assert.match(more.json().detail, /3 free licenses of Gift/);
  } finally {
    await app.settings({ freeLicensesPerCustomer: 1 });
  }
});

test('free orders do not fill a stranger’s inbox with receipts', async () => {
  await app.settings({ freeLicensesPerCustomer: 100, limits: { mailsPerAddressAndHour: 2 } });
  try {
    const email = `${randomUUID()}@example.com`;
    for (let turn = 0; turn < 2; turn += 1) await buyFor(email, [GIFT]);
    const refused = await pay((await checkOut(app, [GIFT])).pay, email);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [429, 'RateLimited']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    const receipts = (await app.mails()).filter(({ recipient }) => recipient === email);
    assert.equal(receipts.length, 2);
  } finally {
    await app.settings({ freeLicensesPerCustomer: 1, limits: { mailsPerAddressAndHour: 0 } });
  }
});

test('somebody with the id of an order never gets a link that shows the buyer', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const early = await patchOrder(app, orderId, {}, { query: '?checkout=true' });
  const email = `${randomUUID()}@example.com`;
  assert.equal((await pay(url, email)).json().status, 'Completed');
  const late = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` });
  assert.equal('checkoutUrl' in late.json(), false);
  const { pathname } = new URL(early.json<{ checkoutUrl: string }>().checkoutUrl);
  for (const { body } of [late, await app.inject({ url: `/api${pathname}` })])
    assert.ok(!body.includes(email) && !body.includes('Vic'), body);
});

test('a guest who clicks Pay while somebody else pays for the cart does not see that payment as theirs', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const attacker = await patchOrder(app, orderId, {}, { query: '?checkout=true' });
  const { pathname } = new URL(attacker.json<{ checkoutUrl: string }>().checkoutUrl);
  const evil = `${randomUUID()}@example.com`;
  assert.equal((await pay(`/api${pathname}/pay`, evil, { sandboxOutcome: 'Delay' })).statusCode, 200);
  const refused = await pay(url, `${randomUUID()}@example.com`);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderTaken']);
  const page = await app.inject({ url: url.replace(/\/pay$/, '') });
  assert.deepEqual([page.json().status, page.json().taken], ['PaymentProcessing', true]);
  assert.ok(!page.body.includes(evil), page.body);
});

test('a guest purchase with the address that a thief replaced goes to the recovered account, with no link to the thief’s', async () => {
  const member = await app.signUp();
  const { email, accessToken: token } = member;
  const proof = { query: { email, code: await app.mailedCode('confirm-account', email) }, token };
  await app.call('POST', 'identity/confirm-account', proof);
  const evil = `thief-${email}`;
  await app.call('PATCH', 'identity', { token, json: { email: evil } });
  await buyFor(email);
  const receipt = (await app.mails()).findLast(
    ({ kind, recipient }) => kind === 'Receipt' && recipient === email,
  );
  assert.match(receipt?.textBody ?? '', /Forgot your password/);
  assert.ok(!receipt?.textBody.includes(evil) && !receipt?.textBody.includes('/account/confirm'));
  assert.deepEqual(await everythingOf(token), NOTHING);
  const query = { email, code: await app.mailedCode('email-changed', email) };
  const { resetPasswordToken: code } = (
    await app.call('POST', 'identity/undo-email-change', { query })
  ).json();
  await app.call('POST', 'identity/reset-password', { query: { email, code }, text: OTHER_PASSWORD });
  assert.deepEqual(await everythingOf((await app.signIn(email, OTHER_PASSWORD)).json().accessToken), ONE);
});

test('nobody pays less tax through their input: totals, a country in a header, a fingerprint, or a tax id of others', async () => {
  const tax = { mode: 'own' as const, prices: 'exclusive' as const, collectsIn: ['EU'] };
  await app.settings({ seller: { country: 'DE' }, tax });
  const { orderId, show, pay: url } = await checkOut(app);
  const abroad = { 'cf-ipcountry': 'US', 'x-country': 'US', 'cloudfront-viewer-country': 'US' };
  const untaxed = {
    total: { taxes: { currency: 'EUR', amount: 0 } },
    taxes: [],
    items: [{ ...ONE_APP, tax: 0 }],
  };
  await patchOrder(app, orderId, untaxed, { headers: abroad });
  const { fingerprint } = (await app.inject({ url: show, headers: abroad })).json();
  const address = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '20457', locality: 'Hamburg' };
  const tries = [
    [{ billing: { address }, fingerprint }, 'OrderChanged'],
    [{ billing: { address }, due: 49 }, 'PriceChanged'],
    [{ billing: {} }, 'InvalidInput'],
    [{ billing: { address, taxId: 'FR40303265045' } }, 'InvalidInput'],
    [{ billing: { address, taxId: 'DE136695977' } }, 'InvalidInput'],
  ] as const;
  for (const [body, errorType] of tries)
    assert.equal((await pay(url, 'eve@example.com', body)).json().errorType, errorType);
  assert.equal((await app.inject({ url: show })).json().status, 'Open');
  const home = { billing: { address, taxId: 'DE136695976' }, due: 58.31 };
  const paid = await pay(url, 'eve@example.com', home);
  assert.deepEqual([paid.json().status, paid.json().total.due.amount], ['Completed', 58.31], paid.body);
  await app.settings({ tax: { mode: 'none' } });
});
