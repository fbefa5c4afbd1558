import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Customer } from '../../customers/index.ts';
import { updateCustomer } from '../../customers/store.ts';
import {
  importTrial,
  requestTrialToken,
  resetTrial,
  updateLicensedProduct,
  validateLicenseToken,
} from '../index.ts';
import { listTrialDays, listUsage } from '../store/usage.ts';
import { eraseTrialDevices, findTrial } from '../store/trials.ts';
import type { LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const DAY_MS = 86_400_000;
const TRIALS = { allowsTrials: true, trialDays: 14 };

function request(productId: string, signature: string, customer?: Customer, usage = {}): Promise<string> {
  const device = { name: `Device ${signature}`, signature };
  return requestTrialToken(scenario.ctx, customer, { productId, device, usage });
}

function validate(productId: string, token: string, usage = {}): Promise<string> {
  return validateLicenseToken(scenario.ctx, { productId, token, usage });
}

test('an anonymous trial has every claim of the table', async () => {
  const { account, clock } = scenario;
  const product = await scenario.product({ ...TRIALS, name: 'Synth' });
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const { id, ...claims } = claimsOf(await request(product.id, 'device-1'));
  assert.deepEqual(claims, {
    iat: seconds,
    nbf: seconds,
    exp: seconds + 14 * 86_400,
    iss: account.id,
    aud: product.id,
    'u:id': '00000000-0000-0000-0000-000000000000',
    'u:name': 'anonymous',
    'u:email': 'anonymous',
    'l:id': id,
    'p:id': product.id,
    'p:name': 'Synth',
    method: 'Online',
    sig: 'device-1',
    validated: seconds,
    trial: true,
    vendor: 'Demo Audio',
  });
});

test('a trial that is reset begins again alone', async () => {
  const product = await scenario.product(TRIALS);
  const idOf = async (signature: string) => String(claimsOf(await request(product.id, signature))['id']);
  const [reset, other] = [await idOf('reset'), await idOf('other')];
  await transaction(scenario.ctx, (tx) => resetTrial(tx, reset));
  const resetAt = async (id: string) =>
    (await findTrial(scenario.system.database.reader, scenario.account.id, id))?.resetAt ?? null;
  assert.notEqual(await resetAt(reset), null);
  assert.equal(await resetAt(other), null);
});

test('a device gets one trial of a product: the same while it runs, none after its end', async () => {
  const { clock } = scenario;
  const [product, other] = [await scenario.product(TRIALS), await scenario.product(TRIALS)];
  const first = claimsOf(await request(product.id, 'a'));
  clock.advance(14 * DAY_MS - 1_000);
  const again = claimsOf(await request(product.id, 'a'));
  assert.deepEqual([again['id'], again['exp']], [first['id'], first['exp']]);
  clock.advance(1_000);
  await assert.rejects(request(product.id, 'a'), {
    status: 409,
    errorType: 'TrialExpired',
    detail: 'Trial has expired',
  });
  assert.notEqual(claimsOf(await request(product.id, 'A'))['id'], first['id']);
  assert.notEqual(claimsOf(await request(other.id, 'a'))['id'], first['id']);
});

test('a trial token is renewed while the trial runs and permanently refused afterwards', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the end of the trial in the token with the clock');
  const product = await scenario.product(TRIALS);
  const token = await request(product.id, 'a');
  clock.advance(DAY_MS);
  const renewed = claimsOf(await validate(product.id, token, { platform: 'Linux' }));
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const id = String(renewed['id']);
  assert.deepEqual(renewed, { ...claimsOf(token), iat: seconds, nbf: seconds, validated: seconds });
  const row = await findTrial(system.database.reader, account.id, id);
  assert.deepEqual([row?.lastValidatedAt, row?.platform], [clock.now(), 'Linux']);
  clock.advance(13 * DAY_MS);
  await assert.rejects(validate(product.id, token), {
    status: 400,
    errorType: 'LicenseExpired',
    detail: 'License has expired',
  });
});

test('a product without trials, without a name here, or inactive gives none; one that runs goes on', async () => {
  const none = await scenario.product();
  const inactive = await scenario.product({ ...TRIALS, status: 'Inactive' });
  await assert.rejects(request(none.id, 'a'), { status: 403, errorType: 'TrialsNotAllowed' });
  await assert.rejects(request(inactive.id, 'a'), { status: 403, errorType: 'ProductInactive' });
  await assert.rejects(request('unknown', 'a'), { status: 404 });
  const expiresAt = new Date(scenario.clock.now().getTime() + DAY_MS);
  await transaction(scenario.ctx, (tx) =>
    importTrial(tx, {
      productId: none.id,
      deviceName: 'Old',
      deviceSignature: 'old',
      expiresAt,
    }),
  );
  assert.equal(claimsOf(await request(none.id, 'old'))['sig'], 'old');
});

test('a trial that needs an account is refused without one, and names the customer with one', async () => {
  const product = await scenario.product({ ...TRIALS, trialNeedsAccount: true });
  await assert.rejects(request(product.id, 'a'), { status: 401, errorType: 'Unauthorized' });
  const customer = await scenario.customer({ name: 'Grace', email: 'grace@example.com' });
  const claims = claimsOf(await request(product.id, 'a', customer));
  assert.deepEqual(
    [claims['u:id'], claims['u:name'], claims['u:email']],
    [customer.id, 'Grace', 'grace@example.com'],
  );
  await assert.rejects(request(product.id, 'a'), { status: 401 });
});

test('the signature of a device does not reveal anybody’s name', async () => {
  const product = await scenario.product(TRIALS);
  const [owner, other] = [
    await scenario.customer({ name: 'Owner' }),
    await scenario.customer({ name: 'Other' }),
  ];
  const own = await request(product.id, 'shared', owner);
  const anonymous = await request(product.id, 'shared');
  const others = await request(product.id, 'shared', other);
  assert.deepEqual(
    [own, anonymous, others].map((token) => claimsOf(token)['u:name']),
    ['Owner', 'anonymous', 'Other'],
  );
  assert.equal(new Set([own, anonymous, others].map((token) => claimsOf(token)['id'])).size, 1);
  // A renewed token has the name of the previous one.
  const renewed = [await validate(product.id, own), await validate(product.id, anonymous)];
  assert.deepEqual(
    renewed.map((token) => claimsOf(token)['u:name']),
    ['Owner', 'anonymous'],
  );
});

test('tokens of trials and of licenses are renewed side by side, each as what it is', async () => {
  const product = await scenario.product({ ...TRIALS, maxActivations: 5 });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const tokens = await Promise.all([
    scenario.token(customer, product.id, 'l1'),
    request(product.id, 't1'),
    scenario.token(customer, product.id, 'l2'),
    request(product.id, 't2', customer),
  ]);
  const renewed = await Promise.all([...tokens, ...tokens].map((token) => validate(product.id, token)));
  assert.deepEqual(
    renewed.map((token) => [claimsOf(token)['sig'], claimsOf(token)['trial'], claimsOf(token)['u:id']]),
    [...tokens, ...tokens].map((token) => [
      claimsOf(token)['sig'],
      claimsOf(token)['trial'],
      claimsOf(token)['u:id'],
    ]),
  );
});

test('devices are counted once a day by version and platform, trials when they start and convert', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product({ ...TRIALS, maxActivations: 5 });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  clock.set(new Date('2026-07-01T23:59:00.000Z'));
  const metadata = { appVersion: '1.0.0', platform: 'Mac' };
  const trial = await request(product.id, 'a', undefined, metadata);
  await Promise.all([validate(product.id, trial), validate(product.id, trial, metadata)]);
  const quiet = await scenario.token(customer, product.id, 'b');
  clock.set(new Date('2026-07-02T00:01:00.000Z'));
  await validate(product.id, trial);
  await Promise.all([validate(product.id, quiet, { appVersion: '2.0.0' }), validate(product.id, quiet)]);
  await validate(product.id, await scenario.token(customer, product.id, 'a'));
  await scenario.token(customer, product.id, 'a');
  const filter = { from: '2026-07-01', to: '2026-07-02', productId: product.id };
  const { reader } = system.database;
  const usage = await listUsage(reader, account.id, filter);
  assert.deepEqual(
    usage.map(({ usageDay, kind, appVersion, platform, devices }) => [
      usageDay,
      kind,
      appVersion,
      platform,
      devices,
    ]),
    [
      ['2026-07-01', 'License', '', '', 1],
      ['2026-07-01', 'Trial', '1.0.0', 'Mac', 1],
      ['2026-07-02', 'License', '', '', 1],
      ['2026-07-02', 'License', '2.0.0', '', 1],
      ['2026-07-02', 'Trial', '1.0.0', 'Mac', 1],
    ],
  );
  assert.deepEqual(
    (await listTrialDays(reader, account.id, filter)).map(({ usageDay, started, converted }) => [
      usageDay,
      started,
      converted,
    ]),
    [
      ['2026-07-01', 1, 0],
      ['2026-07-02', 0, 1],
    ],
  );
});

test('the one trial of a device stays the one: by any name, of any customer, and after its owner is gone', async () => {
  const { system, account, clock } = scenario;
  const { reader } = system.database;
  const product = await scenario.product(TRIALS);
  const [first, second] = [await scenario.customer(), await scenario.customer()];
  const id = String(claimsOf(await request(product.id, 'one'))['id']);
  const ownerOf = async () => (await findTrial(reader, account.id, id))?.customerId;
  assert.equal(await ownerOf(), null);
  // The first customer who requests it becomes its owner, and later requests do not change that.
  for (const customer of [first, undefined, second]) {
    assert.equal(claimsOf(await request(product.id, 'one', customer))['id'], id);
    assert.equal(await ownerOf(), first.id);
  }
  await system.database.transaction(async (tx) => {
    await updateCustomer(tx, account.id, first.id, { isDeleted: true });
    await eraseTrialDevices(tx, account.id, first.id);
  });
  const erased = await findTrial(reader, account.id, id);
  assert.deepEqual([erased?.customerId, erased?.deviceName], [null, 'Deleted device']);
  // A request that was in progress during the deletion restores nothing of the customer.
  for (const signature of ['one', 'two'])
    await assert.rejects(request(product.id, signature, first), { errorType: 'NotFound' });
  assert.equal(await ownerOf(), null);
  const renamed = { name: 'Another name', signature: 'one' };
  const input = { productId: product.id, device: renamed };
  assert.equal(claimsOf(await requestTrialToken(scenario.ctx, second, input))['id'], id);
  assert.equal((await findTrial(reader, account.id, id))?.deviceName, 'Another name');
  await updateLicensedProduct(scenario.ctx, product.id, { allowsTrials: false });
  await updateLicensedProduct(scenario.ctx, product.id, { allowsTrials: true, trialDays: 30 });
  clock.advance(14 * DAY_MS);
  await assert.rejects(requestTrialToken(scenario.ctx, second, input), {
    errorType: 'TrialExpired',
  });
});

test('an imported trial cannot be started again, nor imported twice', async () => {
  const { system, clock } = scenario;
  const product = await scenario.product(TRIALS);
  const input = {
    productId: product.id,
    deviceName: 'Old',
    deviceSignature: 'old',
    expiresAt: new Date('2020-01-01T00:00:00.000Z'),
    createdAt: new Date('2019-12-18T00:00:00.000Z'),
  };
  const trial = await transaction(scenario.ctx, (tx) => importTrial(tx, input));
  assert.deepEqual([trial.createdAt, trial.lastValidatedAt], [input.createdAt, input.createdAt]);
  await assert.rejects(request(product.id, 'old'), { errorType: 'TrialExpired' });
  await assert.rejects(
    transaction(scenario.ctx, (tx) => importTrial(tx, input)),
    {
      status: 409,
      errorType: 'TrialExists',
      instance: trial.id,
    },
  );
  const wrong = { ...input, productId: 'unknown', ownerId: system.ids.guid() };
  await assert.rejects(
    transaction(scenario.ctx, (tx) => importTrial(tx, wrong)),
    {
      status: 400,
      errors: {
        productId: ['is not a product of this account'],
        ownerId: ['is not a customer of this account'],
      },
    },
  );
  assert.ok(trial.expiresAt < clock.now());
});

test('a device with many concurrent requests for its trial gets one', async () => {
  const { system, account } = scenario;
  const product = await scenario.product(TRIALS);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => request(product.id, 'eager')));
  assert.equal(new Set(tokens.map((token) => claimsOf(token)['id'])).size, 1);
  const rows = await system.database.reader
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select('id')
    .where('accountId', '=', account.id)
    .where('productId', '=', product.id)
    .execute();
  assert.equal(rows.length, 1);
  const [day] = await listTrialDays(system.database.reader, account.id, {
    from: '2026',
    to: '2027',
    productId: product.id,
  });
  assert.equal(day?.started, 1);
});
