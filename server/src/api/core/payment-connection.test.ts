import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { LIVE_KEY, startStripe, type StripeStandIn, TEST_KEY } from '../../../test/stripe/stand-in.ts';

const URL = '/api/settings/payment-connection';
const STATUS = `${URL}?provider=stripe`;

let stripe: StripeStandIn;
let app: TestApp;
let vendor: Merchant;
before(async () => {
  stripe = await startStripe();
  app = await startTestApp({ LATCHKEY_STRIPE_API_URL: stripe.url });
  // A call that gets no response is repeated after half a second.
  Object.assign(app.system.config, { stripeApi: { url: stripe.url, requestMs: 500 } });
  vendor = await merchantOf(app);
});
after(async () => {
  await app.close();
  await stripe.close();
});

interface Connection {
  readonly isConnected: boolean;
  readonly mode?: string;
  readonly keyHint?: string;
  readonly automaticTax?: string;
  readonly checks: readonly { readonly name: string; readonly result: string; readonly text: string }[];
}

const connect = (fields: object = {}) =>
  vendor.send('POST', URL, { provider: 'stripe', key: TEST_KEY, ...fields });

test('an account is connected, checked, changed and disconnected, and its key is never told', async () => {
  assert.deepEqual(await vendor.call('GET', STATUS), { provider: 'stripe', isConnected: false, checks: [] });
  const answer = await connect({ key: ` ${TEST_KEY} `, automaticTax: 'inclusive' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { isConnected, mode, keyHint, automaticTax } = answer.json<Connection>();
  assert.deepEqual([isConnected, mode, keyHint, automaticTax], [true, 'Test', '0000', 'inclusive']);
  assert.equal(stripe.state.endpoints.list().length, 1);
  assert.equal(answer.body.includes(TEST_KEY), false);

  const changed = await connect({ automaticTax: 'off' });
  assert.equal('automaticTax' in changed.json<Connection>(), false);
  const status = await vendor.send('GET', STATUS);
  const results = status.json<Connection>().checks.map(({ name, result }) => `${name} ${result}`);
  for (const each of ['use Fine', 'key Fine', 'webhook Fine', 'mode Note', 'currency Fine'])
    assert.ok(results.includes(each), `${each} is not in ${results.join(', ')}`);
  assert.equal(status.body.includes(TEST_KEY), false);
  const { items } = await vendor.call<{ items: { type: string }[] }>('GET', '/api/audit?pageSize=50');
  assert.ok(items.some(({ type }) => type === 'payment-provider.connected'));

  assert.deepEqual(await vendor.call('DELETE', STATUS), {});
  assert.deepEqual(stripe.state.endpoints.list(), []);
  assert.equal((await vendor.send('DELETE', STATUS)).json().errorType, 'ProviderNotConnected');
  assert.equal((await vendor.call<Connection>('GET', STATUS)).isConnected, false);
});

test('a missing address for mails about payments is noted', async () => {
  const noted = async () => {
    const { checks } = await vendor.call<Connection>('GET', STATUS);
    const { result, text } = checks.find(({ name }) => name === 'mails') ?? assert.fail('no such check');
    return `${result}: ${text}`;
  };
  await connect();
  assert.match(
    await noted(),
    /^Note: Set seller\.email, at https?:.*\/dashboard\/settings: nobody gets a mail/,
  );
  const { operator } = await operatorAtWork(app, 'Owner');
  assert.match(await noted(), new RegExp(`^Note: .*go to the owners, ${operator.email}\\.$`));
  await updateSettings(app.ctx, { seller: { email: 'shop@example.com' } });
  assert.equal(await noted(), 'Fine: Mails about payments go to shop@example.com.');
  assert.deepEqual(await vendor.call('DELETE', STATUS), {});
});

test('what is no secret key, another mode and another provider are refused, and nothing changes', async () => {
  const typeOf = async (fields: object) => (await connect(fields)).json<{ errorType: string }>().errorType;
  assert.equal(await typeOf({ key: 'pk_test_standin00000000' }), 'WrongProviderKey');
  assert.equal(await typeOf({ key: 'sk_test_nobody000000000' }), 'ProviderRefused');
  assert.equal(await typeOf({ provider: 'elsewhere' }), 'ProviderNotConnectable');
  assert.equal((await vendor.call<Connection>('GET', STATUS)).isConnected, false);
  assert.equal((await connect()).statusCode, 200);
  assert.equal(await typeOf({ key: LIVE_KEY }), 'ProviderModesMixed');
  assert.equal((await vendor.call<Connection>('GET', STATUS)).mode, 'Test');
  assert.deepEqual(await vendor.call('DELETE', STATUS), {});
});

test('keys need a scope of their own and the password again, and are of one account', async () => {
  const limited = await merchantOf(app, app.demo, 'settings:read', 'settings:write', 'settings:mail');
  const body = { provider: 'stripe', key: TEST_KEY };
  assert.equal((await limited.send('POST', URL, body)).statusCode, 403);
  assert.equal((await limited.send('DELETE', STATUS)).statusCode, 403);
  const admin = await operatorAtWork(app, 'Admin');
  assert.equal((await admin.call('POST', URL, body)).json().errorType, 'ConfirmationRequired');
  await admin.confirm();
  assert.equal((await admin.call('POST', URL, body)).statusCode, 200);
  const stranger = await merchantOf(app, app.other);
  assert.equal((await stranger.call<Connection>('GET', STATUS)).isConnected, false);
  assert.equal((await stranger.send('DELETE', STATUS)).json().errorType, 'ProviderNotConnected');
  assert.equal((await vendor.call<Connection>('GET', STATUS)).isConnected, true);
});

test('a change of another switch keeps an endpoint of the vendor, and its secret', async () => {
  await vendor.send('DELETE', STATUS);
  await connect();
  const [registered = assert.fail('there is no endpoint')] = stripe.state.endpoints.list();
  const { webhook } = (await connect({ webhookSecret: 'whsec_own' })).json<{ webhook: string }>();
  assert.equal(webhook, 'Own');
  stripe.state.endpoints.put({ ...registered, id: 'we_own' });
  const changed = await connect({ automaticTax: 'exclusive' });
  assert.equal(changed.json<{ webhook: string }>().webhook, 'Own', changed.body);
  assert.deepEqual(
    stripe.state.endpoints.list().map(({ id }) => id),
    ['we_own'],
  );
  const checked = async () =>
    (await vendor.call<Connection>('GET', STATUS)).checks.find(({ name }) => name === 'webhook');
  assert.match((await checked())?.text ?? '', /an endpoint of your own/);
  assert.equal((await connect({ webhook: true })).json<{ webhook: string }>().webhook, 'Registered');
  assert.equal(stripe.state.endpoints.list().length, 1);
  await connect({ webhook: false });
  assert.match((await checked())?.text ?? '', /Stripe reports no events/);
});

test('of two commands at the same time one is stored, with the endpoint that is left', async () => {
  await vendor.send('DELETE', STATUS);
  const answers = await Promise.all([connect(), connect()]);
  const codes = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  assert.ok(codes[0] === 200 && [200, 409].includes(codes[1] ?? 0), codes.join(', '));
  const { checks } = await vendor.call<Connection>('GET', STATUS);
  assert.equal(checks.find(({ name }) => name === 'webhook')?.result, 'Fine');
  assert.equal(stripe.state.endpoints.list().length, 1);
});

test('another provider in the settings needs the scope and the password as well', async () => {
  const body = { paymentProvider: 'none' };
  const limited = await merchantOf(app, app.demo, 'settings:read', 'settings:write');
  assert.equal((await limited.send('PATCH', '/api/settings', body)).statusCode, 403);
  const admin = await operatorAtWork(app, 'Admin');
  const refusal = await admin.call('PATCH', '/api/settings', body);
  assert.equal(refusal.json().errorType, 'ConfirmationRequired', refusal.body);
  assert.equal((await admin.call('PATCH', '/api/settings', { locale: 'en' })).statusCode, 200);
});
