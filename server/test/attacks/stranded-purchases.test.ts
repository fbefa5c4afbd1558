import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  assertRefused,
  codeIn,
  type IdentityApp,
  linkIn,
  OTHER_PASSWORD,
  PASSWORD,
  startIdentityApp,
} from '../identity.ts';
import { checkOut, ONE_APP, stockShop } from '../shop.ts';

// Somebody buys for an address, and its account holder, squatter or not, changes to another address.

let app: IdentityApp;
let key: { 'api-key': string };
before(async () => {
  app = await startIdentityApp();
  await stockShop(app, app.demo);
  key = await app.apiKey(app.demo);
  await app.settings({ limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const DAY_MS = 86_400_000;

async function buyFor(email: string) {
  const { pay: url } = await checkOut(app, [ONE_APP]);
  const paid = await app.inject({ method: 'POST', url, payload: { name: 'Vic', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
}

/** The codes of the receipts that an address received, the oldest first. */
async function receiptCodes(email: string): Promise<string[]> {
  const mails = (await app.mails()).filter(
    ({ kind, recipient }) => kind === 'Receipt' && recipient === email,
  );
  return mails.map((mail) => codeIn(linkIn(mail)));
}

const confirm = (email: string, code: string, token?: string) =>
  app.call('POST', 'identity/confirm-account', { query: { email, code }, ...(token && { token }) });

const moveTo = (token: string, email: string) => app.call('PATCH', 'identity', { token, json: { email } });

/** Requests a new password, sets it with the link of the mail, and returns the licenses of the account. */
async function resetAt(email: string) {
  await app.call('POST', 'identity/forgot-password', { query: { email } });
  const code = await app.mailedCode('reset-password', email);
  const query = { email, code };
  const reset = await app.call('POST', 'identity/reset-password', { query, text: OTHER_PASSWORD });
  assert.equal(reset.statusCode, 200, reset.body);
  return (await app.signIn(email, OTHER_PASSWORD)).json();
}

const ownedBy = async (token: string) =>
  (await app.call('GET', 'meta/user', { token })).json<{ ownedProducts: string[] }>().ownedProducts;

test('the link of a receipt stays good for its address after the account there has moved to another one', async () => {
  const squatter = await app.signUp();
  const victim = squatter.email;
  await buyFor(victim);
  const [code = ''] = await receiptCodes(victim);
  assert.equal((await moveTo(squatter.accessToken, `evil-${victim}`)).statusCode, 200);
  const proven = await confirm(victim, code);
  assert.equal(proven.statusCode, 200, proven.body);
  const { status, ownedProducts, email, id } = proven.json();
  assert.deepEqual([status, ownedProducts, email], ['PasswordSetupRequired', ['app'], victim]);
  assert.notEqual(id, squatter.id);
  assert.deepEqual(await ownedBy(squatter.accessToken), []);
  assertRefused(await confirm(victim, code), 400, 'InvalidCode');
});

test('“forgot password” finds purchases that wait for an address that no account has any more', async () => {
  const squatter = await app.signUp();
  const victim = squatter.email;
  await buyFor(victim);
  await moveTo(squatter.accessToken, `evil-${victim}`);
  assert.deepEqual((await resetAt(victim)).ownedProducts, ['app']);
  assert.deepEqual(await ownedBy(squatter.accessToken), []);
  const nobody = `${randomUUID()}@example.com`;
  await app.call('POST', 'identity/forgot-password', { query: { email: nobody } });
  assert.ok(!(await app.mails()).some(({ recipient }) => recipient === nobody));
});

test('a customer who corrects the address gets the purchases for the first one by proving it', async () => {
  const member = await app.signUp();
  const first = member.email;
  await buyFor(first);
  const second = `right-${first}`;
  await moveTo(member.accessToken, second);
  const query = { email: second, code: await app.mailedCode('confirm-email', second) };
  await app.call('POST', 'identity/confirm-email', { query, token: member.accessToken });
  assert.deepEqual(await ownedBy(member.accessToken), []);
  app.system.clock.advance(DAY_MS * 13);
  const [code = ''] = await receiptCodes(first);
  assert.deepEqual((await confirm(first, code)).json().ownedProducts, ['app']);
});

test('licenses provisioned to a customer by id wait for that customer, even if the address changes', async () => {
  await app.settings({ waitsForProvenEmail: true });
  try {
    const member = await app.signUp();
    const provision = (body: object) =>
      app.inject({
        method: 'POST',
        url: '/api/licenses/provision',
        headers: key,
        payload: { requests: [{ productId: 'app' }], ...body },
      });
    assert.equal((await provision({ ownerId: member.id })).statusCode, 200);
    const waiting = (await app.call('GET', 'meta/user', { token: member.accessToken })).json();
    assert.deepEqual([waiting.ownedProducts, waiting.awaitsProof.products], [[], ['app']]);
    const second = `right-${member.email}`;
    await moveTo(member.accessToken, second);
    const stranger = await app.signUp({ email: member.email });
    const strangersCode = await app.mailedCode('confirm-account', member.email);
    const strangers = await confirm(member.email, strangersCode, stranger.accessToken);
    assert.deepEqual(strangers.json().ownedProducts, [], 'the address is another customer now');
    const query = { email: second, code: await app.mailedCode('confirm-email', second) };
    await app.call('POST', 'identity/confirm-email', { query, token: member.accessToken });
    assert.deepEqual(await ownedBy(member.accessToken), ['app']);
  } finally {
    await app.settings({ waitsForProvenEmail: false });
  }
});

test('every proof gives what waits, also to a customer who was confirmed already', async () => {
  const member = await app.signUp();
  const code = await app.mailedCode('confirm-account', member.email);
  await confirm(member.email, code, member.accessToken);
  await moveTo(member.accessToken, `other-${member.email}`);
  await buyFor(member.email);
  assert.deepEqual(await ownedBy(member.accessToken), [], 'it waits for the address of before');
  await moveTo(member.accessToken, member.email);
  assert.deepEqual((await resetAt(member.email)).ownedProducts, ['app']);
});

test('a reminder at sign-in leaves the link of the receipt its own life, and so does a second receipt', async () => {
  const member = await app.signUp();
  await buyFor(member.email);
  await buyFor(member.email);
  await app.settings({ requiresConfirmedEmail: true });
  try {
    assertRefused(await app.signIn(member.email), 403, 'EmailNotConfirmed');
  } finally {
    await app.settings({ requiresConfirmedEmail: false });
  }
  app.system.clock.advance(13 * DAY_MS);
  const codes = await receiptCodes(member.email);
  assert.equal(codes.length, 2);
  for (const code of codes) {
    const { status, ownedProducts } = (await confirm(member.email, code)).json();
    assert.deepEqual([status, ownedProducts], ['PasswordSetupRequired', ['app']]);
  }
});

test('a new password voids the links of all earlier receipts, which sign in', async () => {
  const guest = `${randomUUID()}@example.com`;
  await buyFor(guest);
  await buyFor(guest);
  const [code = '', unused = ''] = await receiptCodes(guest);
  assert.equal((await confirm(guest, code)).json().status, 'PasswordSetupRequired');
  await resetAt(guest);
  assertRefused(await confirm(guest, unused), 400, 'InvalidCode');
});

test('a password that replaces another voids every link that signs in, once the address is proven', async () => {
  const member = await app.signUp();
  const { email } = member;
  await buyFor(email);
  await buyFor(email);
  const [receipt = '', unused = ''] = await receiptCodes(email);
  const welcome = await app.mailedCode('confirm-account', email);
  const replace = async (currentPassword: string, newPassword: string) => {
    const json = { currentPassword, newPassword };
    const set = await app.call('POST', 'identity/set-password', { token: member.accessToken, json });
    assert.equal(set.statusCode, 200, set.body);
  };
  // Whoever signed up with an address of somebody else does not void the links of its owner.
  await replace(PASSWORD, OTHER_PASSWORD);
  assert.equal((await confirm(email, receipt, member.accessToken)).json().status, 'SignedIn');
  await replace(OTHER_PASSWORD, PASSWORD);
  for (const code of [unused, welcome]) assertRefused(await confirm(email, code), 400, 'InvalidCode');
});

const patch = (path: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/customers/${path}`, headers: key, payload });

test('a guest’s mistyped address is corrected by the vendor: its owner gets nothing, the person who proves the right one everything', async () => {
  const typo = `${randomUUID()}@example.com`;
  const [right, trusted] = [`right-${typo}`, `trusted-${typo}`];
  await buyFor(typo);
  const [code = ''] = await receiptCodes(typo);
  const moved = await patch(typo, { email: right });
  assert.equal(moved.statusCode, 200, moved.body);
  assertRefused(await confirm(typo, code), 400, 'InvalidCode');
  await app.call('POST', 'identity/forgot-password', { query: { email: typo } });
  const toStranger = (await app.mails()).filter(
    ({ recipient, kind }) => recipient === typo && kind !== 'Receipt',
  );
  assert.deepEqual(
    toStranger.map(({ kind, textBody }) => [kind, /#|code/.test(textBody)]),
    [['email-replaced', false]],
    'told, but without a link',
  );
  const { id, ownedProducts } = await resetAt(right);
  assert.deepEqual([id, ownedProducts], [moved.json().id, ['app']]);

  // Where the vendor's change is a proof, the guest has the purchase immediately.
  await buyFor(typo);
  await app.settings({ requiresConfirmedEmail: true });
  assert.deepEqual((await patch(typo, { email: trusted })).json().ownedProducts, ['app']);
  await app.settings({ requiresConfirmedEmail: false });
});

test('a squatter whose address the vendor changes takes none of the purchases for it along', async () => {
  const squatter = await app.signUp();
  const victim = squatter.email;
  await buyFor(victim);
  const [code = ''] = await receiptCodes(victim);
  await app.settings({ requiresConfirmedEmail: true });
  const moved = await patch(squatter.id, { email: `evil-${victim}` });
  await app.settings({ requiresConfirmedEmail: false });
  assert.deepEqual([moved.json().emailConfirmed, moved.json().ownedProducts], [true, []]);
  assert.deepEqual((await confirm(victim, code)).json().ownedProducts, ['app']);
});
