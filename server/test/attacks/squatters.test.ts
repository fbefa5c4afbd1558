import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProduct, createVariation } from '../../src/modules/catalog/index.ts';
import {
  assertRefused,
  codeIn,
  type IdentityApp,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../identity.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../shop.ts';

// An attacker signs up with a stranger's address, which they never prove, and waits for the stranger to come.

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const free = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, free);
  await app.settings({ limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const GIFT = { type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 1 };
const EVIL = 'evil@example.com';

const pay = (url: string, email: string, body: object = {}) =>
  app.inject({ method: 'POST', url, payload: { name: 'Vic', email, ...body } });

const auth = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` });

async function receiptsTo(email: string) {
  return (await app.mails()).filter(({ kind, recipient }) => kind === 'Receipt' && recipient === email);
}

/** Opens the link of the newest receipt, as its recipient. */
async function openReceipt(email: string) {
  const receipt = (await receiptsTo(email)).at(-1) ?? assert.fail('no receipt');
  const query = { email, code: codeIn(linkIn(receipt)) };
  return app.call('POST', 'identity/confirm-account', { query });
}

/**
 * The squatter's cart of a free product, with the link that pays it and the squatter's own address as the billed one.
 */
async function preparedCart(items: readonly object[] = [GIFT]) {
  const squatter = await app.signUp();
  const cart = await checkOut(app, items, auth(squatter));
  const url = `/api/customer/orders/${cart.orderId}/billing-details`;
  const payload = { name: 'Vic', email: EVIL };
  const billed = await app.inject({ method: 'PATCH', url, headers: auth(squatter), payload });
  assert.equal(billed.statusCode, 200, billed.body);
  return { squatter, cart };
}

test('a checkout link that a squatter prepared is dead once the owner of the address has proven it', async () => {
  const { squatter, cart } = await preparedCart();
  await pay((await checkOut(app, [ONE_APP])).pay, squatter.email);
  const proven = (await openReceipt(squatter.email)).json();
  assert.equal(proven.status, 'PasswordSetupRequired');
  assertRefused(await pay(cart.pay, squatter.email), 404, 'CheckoutLinkExpired');
  assertRefused(await app.inject({ url: cart.show }), 404, 'CheckoutLinkExpired');

  // With a link that anybody with the id can get, the cart is bought for the owner, and only the owner learns of it.
  const open = await patchOrder(app, cart.orderId, {}, { query: '?checkout=true' });
  const { pathname } = new URL(open.json<{ checkoutUrl: string }>().checkoutUrl);
  assert.equal((await pay(`/api${pathname}/pay`, EVIL)).json().status, 'Completed');
  assert.deepEqual(await receiptsTo(EVIL), [], 'the address that the squatter typed is forgotten');

  const reset = { email: squatter.email, code: proven.resetPasswordToken };
  await app.call('POST', 'identity/reset-password', { query: reset, text: OTHER_PASSWORD });
  assert.equal((await app.signIn(squatter.email, OTHER_PASSWORD)).statusCode, 200);
  assertRefused(await app.signIn(squatter.email, PASSWORD), 400, 'InvalidCredentials');
});

test('a receipt that goes to another address than the customer’s own carries no code', async () => {
  const { squatter, cart } = await preparedCart([ONE_APP]);
  await pay(cart.pay, squatter.email, { sandboxOutcome: 'Delay' });
  await pay((await checkOut(app, [ONE_APP])).pay, squatter.email);
  assert.equal((await openReceipt(squatter.email)).json().status, 'PasswordSetupRequired');
  app.system.clock.advance(10_000);
  const receipts = await receiptsTo(EVIL);
  assert.equal(receipts.length, 1);
  for (const { textBody, htmlBody } of receipts)
    assert.doesNotMatch(`${textBody}${htmlBody}`, /code=|account\/confirm/);
  assert.match(receipts[0]?.textBody ?? '', /select “Forgot your password\?” where you sign in/);
});

test('a new password and its reset end checkout links, too, and what was typed in carts; signing out of one place does not', async () => {
  const member = await app.signUp();
  const cart = await checkOut(app, [ONE_APP], auth(member));
  const other = (await app.signIn(member.email)).json();
  const { items } = (await app.call('GET', 'identity/sessions', { token: other.accessToken })).json<{
    items: { id: string; isCurrent: boolean }[];
  }>();
  const { id } = items.find(({ isCurrent }) => isCurrent) ?? assert.fail('no session');
  const ended = await app.call('DELETE', `identity/sessions/${id}`, { token: member.accessToken });
  assert.equal(ended.statusCode, 204);
  assert.equal((await app.inject({ url: cart.show })).statusCode, 200);
  await app.call('POST', 'identity/set-password', {
    token: member.accessToken,
    json: { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
  });
  assertRefused(await app.inject({ url: cart.show }), 404, 'CheckoutLinkExpired');
  const again = await patchOrder(app, cart.orderId, {}, { query: '?checkout=true', headers: auth(member) });
  const { pathname } = new URL(again.json<{ checkoutUrl: string }>().checkoutUrl);
  assert.equal((await app.inject({ url: `/api${pathname}` })).statusCode, 200, 'a new one is made');
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  const code = await app.mailedCode('reset-password', member.email);
  await app.call('POST', 'identity/reset-password', { query: { email: member.email, code }, text: PASSWORD });
  assertRefused(await app.inject({ url: `/api${pathname}` }), 404, 'CheckoutLinkExpired');
});
