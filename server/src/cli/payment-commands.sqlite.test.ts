import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import {
  LIVE_KEY,
  RESTRICTED_KEY,
  startStripe,
  type StripeStandIn,
  TEST_KEY,
} from '../../test/stripe/stand-in.ts';

let dataDir: string;
let stripe: StripeStandIn;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-payments-'));
  stripe = await startStripe();
  stripe.silence.end('a command waits eight seconds for each response');
  await payments({}, 'migrate');
  await payments({}, 'account', 'create', 'acme', '--name', 'Acme Audio', '--origin', 'https://acme.example');
});
after(async () => {
  await stripe.close();
  await rm(dataDir, { recursive: true, force: true });
});

const payments = (environment: Record<string, string>, ...parameters: string[]) =>
  runCommand(
    { LATCHKEY_DATA_DIR: dataDir, LATCHKEY_STRIPE_API_URL: stripe.url, ...environment },
    ...parameters,
  );

const connect = (key: string, ...options: string[]) =>
  payments({ PAYMENT_PROVIDER_KEY: key }, 'payments', 'connect', 'stripe', '--account', 'acme', ...options);
const status = () => payments({}, 'payments', 'status', '--account', 'acme', '--json');
const disconnect = () => payments({}, 'payments', 'disconnect', 'stripe', '--account', 'acme');

interface Status {
  readonly mode: string;
  readonly checks: readonly { readonly name: string; readonly result: string; readonly text: string }[];
}

async function results(): Promise<Record<string, string>> {
  const { stdout } = await status();
  const { checks }: Status = JSON.parse(stdout);
  return Object.fromEntries(checks.map(({ name, result }) => [name, result]));
}

test('an account is connected with its own key, checked, repaired and disconnected', async () => {
  const file = join(dataDir, 'key.txt');
  await writeFile(file, `${TEST_KEY}\n`);
  const first = await payments({}, 'payments', 'connect', 'stripe', '--account', 'acme', '--key-file', file);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /takes payments with stripe, test mode\. No money moves/);
  const [endpoint = assert.fail('there is no endpoint')] = stripe.state.endpoints.list();
  assert.match(endpoint.url, /\/api\/hooks\/payments\/stripe$/);
  assert.equal(endpoint.api_version, '2026-10-28.endive');
  assert.ok(endpoint.enabled_events.includes('checkout.session.completed'));
  const fine = { use: 'Fine', key: 'Fine', refunds: 'Fine', webhook: 'Fine', currency: 'Fine', mode: 'Note' };
  assert.partialDeepStrictEqual(await results(), fine);

  assert.equal((await connect(TEST_KEY)).code, 0);
  assert.deepEqual(stripe.state.endpoints.list(), [endpoint], 'what is right stays');
  stripe.state.endpoints.put({ ...endpoint, enabled_events: ['checkout.session.completed'] });
  assert.equal((await results())['webhook'], 'Wrong');
  assert.equal((await status()).code, 1);
  assert.equal((await connect(TEST_KEY)).code, 0);
  assert.equal((await results())['webhook'], 'Fine');

  const live = await connect(LIVE_KEY);
  assert.equal(live.code, 1);
  assert.match(live.stderr, /connected with keys of the test mode.*Disconnect the account first/);
  assert.equal((await disconnect()).code, 0);
  assert.deepEqual(stripe.state.endpoints.list(), []);
  assert.match((await disconnect()).stderr, /not connected/);
  assert.equal((await connect(LIVE_KEY)).code, 0);
  assert.equal((await disconnect()).code, 0);
});

test('payments that are to be returned are listed, as a table or as JSON', async () => {
  const undue = (...options: string[]) => payments({}, 'payments', 'undue', '--account', 'acme', ...options);
  const { stdout, code } = await undue('--json');
  assert.deepEqual([JSON.parse(stdout), code], [[], 0]);
  assert.match((await undue()).stdout, /^PAYMENT +STATUS +AMOUNT +BEGUN +ORDER/);
});

test('a restricted key suffices, and a missing permission is named', async () => {
  stripe.forbidden.push(/^\/webhook_endpoints/);
  const refused = await connect(RESTRICTED_KEY);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /give it the permission "Webhook Endpoints: write"/);
  stripe.forbidden.splice(0, 1, /^\/disputes/);
  assert.equal((await connect(RESTRICTED_KEY)).code, 0);
  assert.partialDeepStrictEqual(await results(), { key: 'Fine', disputes: 'Wrong', webhook: 'Fine' });
  stripe.forbidden.length = 0;
  assert.equal((await disconnect()).code, 0);
});

test('an invalid or wrong key, and contradictory switches, are refused, and nothing is stored', async () => {
  for (const [options, reason] of [
    [[TEST_KEY.replace('sk', 'pk')], /This is the publishable key; the secret key begins with sk_ or rk_/],
    [['password'], /not a secret or restricted key/],
    [['sk_test_unknown00000'], /does not accept this key/],
    [[TEST_KEY, '--managed-payments', '--automatic-tax', 'exclusive'], /switch automatic tax off/],
    [[TEST_KEY, '--publishable-key', 'pk_live_1'], /not of the same mode/],
  ] as const) {
    const [key, ...rest] = options;
    const { code, stderr } = await connect(key, ...rest);
    assert.equal(code, 1);
    assert.match(stderr, reason);
    assert.ok(!stderr.includes(key), 'no message repeats the key');
  }
  assert.match((await status()).stderr, /not connected/);
  const other = await payments({}, 'payments', 'connect', 'paypal', '--account', 'acme');
  assert.match(other.stderr, /no payment provider "paypal" to connect\. Accounts connect to: stripe\./);
});

test('Stripe itself reports to https alone: the command says how to do without', async () => {
  const environment = { LATCHKEY_STRIPE_API_URL: '', PAYMENT_PROVIDER_KEY: TEST_KEY };
  const refused = await payments(environment, 'payments', 'connect', 'stripe', '--account', 'acme');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /https addresses only.*stripe listen --forward-to.*--no-webhook/);
  assert.equal((await connect(TEST_KEY, '--no-webhook')).code, 0);
  assert.equal((await results())['webhook'], 'Note');
  assert.deepEqual(stripe.state.endpoints.list(), []);
  assert.equal((await connect(TEST_KEY, '--automatic-tax', 'inclusive')).code, 0);
  assert.equal((await results())['taxes'], 'Wrong', 'the account says that nobody works taxes out');
  assert.equal((await connect(TEST_KEY, '--automatic-tax', 'off')).code, 0);
  assert.equal((await results())['taxes'], 'Fine');
});

test('no secret is readable in the database', async () => {
  assert.equal((await disconnect()).code, 0);
  assert.equal((await connect(TEST_KEY)).code, 0);
  const [endpoint = assert.fail()] = stripe.state.endpoints.list();
  const content = await readFile(join(dataDir, 'latchkey.db'), 'latin1');
  const log = await readFile(join(dataDir, 'latchkey.db-wal'), 'latin1').catch(() => '');
  for (const secret of [TEST_KEY, endpoint.secret ?? assert.fail()])
    assert.ok(!content.includes(secret) && !log.includes(secret));
});
