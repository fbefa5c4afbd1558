import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { CustomProperty } from '../../../kernel/properties.ts';
import { createAccount } from '../../accounts/index.ts';
import { publicLicenseKeys } from '../../signing-keys/index.ts';
import { testContext } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario, tokenOf } from '../../../../test/licensing.ts';
import { updateProduct } from '../../catalog/index.ts';
import { requestLicenseToken, revokeLicense, revokeLicenseToken, validateLicenseToken } from '../index.ts';
import { findActivation } from '../store/activations.ts';
import { findLicense } from '../store/licenses.ts';
import type { License, LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const text = (value: string, more: { readonly includeInToken?: boolean } = {}): CustomProperty => ({
  type: 'text',
  value,
  public: false,
  includeInToken: true,
  ...more,
});

function validate(productId: string, token: string, usage = {}): Promise<string> {
  return validateLicenseToken(scenario.ctx, { productId, token, usage });
}

function release(productId: string, token: string): Promise<void> {
  return revokeLicenseToken(scenario.ctx, { productId, token });
}

function tamperedSignature(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return `${header}.${payload}.${bytes.toString('base64url')}`;
}

test('a token has every claim of the table, and none that does not apply', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product({ name: 'Synth', maxActivations: 3 });
  const customer = await scenario.customer({ name: 'Grace', email: 'Grace@Example.com' });
  const license = await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device-1');
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const { id, ...claims } = claimsOf(token);
  assert.deepEqual(claims, {
    iat: seconds,
    nbf: seconds,
    iss: account.id,
    aud: product.id,
    'u:id': customer.id,
    'u:name': 'Grace',
    'u:email': 'Grace@Example.com',
    'l:id': license.id,
    'p:id': product.id,
    'p:name': 'Synth',
    'p:seats:total': 3,
    'p:seats:used': 1,
    method: 'Online',
    sig: 'device-1',
    validated: seconds,
    trial: false,
    vendor: 'Demo Audio',
  });
  const activation = await findActivation(system.database.reader, account.id, String(id));
  assert.equal(activation?.licenseId, license.id);
  assert.equal(activation?.deviceName, 'A device');
});

test('a token is signed with the key that its header names and that the account publishes', async () => {
  const product = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device-1');
  const [header = '', payload = '', signature = ''] = token.split('.');
  const [active] = await publicLicenseKeys(scenario.ctx);
  const { kid, alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString());
  assert.deepEqual({ kid, alg, typ }, { kid: active?.kid, alg: 'RS256', typ: 'JWT' });
  const key = createPublicKey(active?.spkiPem ?? '');
  assert.ok(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')));
});

test('properties meant for tokens are in it, flattened, under their owner; sub-products and expiry too', async () => {
  const { system, account, clock } = scenario;
  const product = await scenario.product({
    id: 'suite',
    properties: {
      tier: text('pro'),
      hidden: text('no', { includeInToken: false }),
      limits: {
        type: 'object',
        value: { tracks: { type: 'number', value: 8 } },
        public: true,
        includeInToken: true,
      },
    },
  });
  for (const id of ['suite.zeta', 'suite.alpha', 'suite.unowned', 'suites', 'suites.other'])
    await scenario.product({ id });
  const customer = await scenario.customer({ properties: { vip: text('yes') } });
  const license = await scenario.license(customer, product.id);
  for (const id of ['suite.zeta', 'suite.alpha', 'suites.other']) await scenario.license(customer, id);
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ expiresAt, subscriptionId: 'sub-1', properties: { seatName: text('Main') } })
      .where('id', '=', license.id)
      .execute(),
  );
  const claims = claimsOf(await scenario.token(customer, product.id, 'device-1'));
  assert.deepEqual(claims['p:properties'], { tier: 'pro', limits: { tracks: 8 } });
  assert.deepEqual(claims['u:properties'], { vip: 'yes' });
  assert.deepEqual(claims['l:properties'], { seatName: 'Main' });
  assert.equal(claims['sp:owned'], 'alpha,suite.alpha,zeta,suite.zeta');
  assert.equal(claims['s:id'], 'sub-1');
  assert.equal(claims['exp'], Math.floor(expiresAt.getTime() / 1_000));
  const again = await validate(product.id, await scenario.token(customer, product.id, 'device-1'));
  assert.deepEqual(claimsOf(again), { ...claims, validated: claimsOf(again)['validated'] });
  assert.equal(account.id, claims['iss']);
  // A sub-product that nobody can use is not among the owned ones.
  await updateProduct(scenario.ctx, 'suite.zeta', { status: 'Inactive' });
  const without = await validate(product.id, again);
  assert.equal(claimsOf(without)['sp:owned'], 'alpha,suite.alpha');
});

test('a device gets its seat again, with a new name and the same activation', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares when the seat was taken with the clock');
  const product = await scenario.product({ maxActivations: 1 });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const first = claimsOf(await scenario.token(customer, product.id, 'device-1'));
  clock.advance(60_000);
  const device = { name: 'Renamed', signature: 'device-1' };
  const renewal = await requestLicenseToken(scenario.ctx, customer, { productId: product.id, device });
  const second = claimsOf(renewal);
  assert.equal(second['id'], first['id']);
  assert.equal(Number(second['iat']), Number(first['iat']) + 60);
  const row = await findActivation(system.database.reader, account.id, String(first['id']));
  assert.equal(row?.deviceName, 'Renamed');
  assert.deepEqual(row?.lastValidatedAt, clock.now());
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.activeActivations, 1);
});

test('signatures of devices are compared literally', async () => {
  const product = await scenario.product({ maxActivations: 4 });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const signatures = ['Ab', 'aB', 'Ab ', "A' or 1=1 --"];
  const ids = new Set<unknown>();
  for (const signature of signatures)
    ids.add(claimsOf(await scenario.token(customer, product.id, signature))['id']);
  assert.equal(ids.size, signatures.length);
  await assert.rejects(scenario.token(customer, product.id, 'AB'), { errorType: 'NoFreeActivations' });
});

test('seats are taken from perpetual licenses before expiring ones, and from the oldest first', async () => {
  const { system, clock } = scenario;
  const product = await scenario.product({ maxActivations: 1 });
  const customer = await scenario.customer();
  const licenses: License[] = [];
  for (let index = 0; index < 4; index += 1) {
    licenses.push(await scenario.license(customer, product.id));
    clock.advance(1_000);
  }
  const expiring = [licenses[0]?.id ?? '', licenses[2]?.id ?? ''];
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ expiresAt: new Date(clock.now().getTime() + 1_000_000) })
      .where('id', 'in', expiring)
      .execute(),
  );
  const claimsList = [];
  for (const signature of ['a', 'b', 'c', 'd']) {
    claimsList.push(claimsOf(await scenario.token(customer, product.id, signature))['l:id']);
  }
  assert.deepEqual(
    claimsList,
    [1, 3, 0, 2].map((index) => licenses[index]?.id),
  );
});

test('a request is refused without a license, without a free seat, and for a product that is gone or inactive', async () => {
  const { system, clock } = scenario;
  const product = await scenario.product({ name: 'Verb', maxActivations: 2 });
  const inactive = await scenario.product({ status: 'Inactive' });
  const customer = await scenario.customer();
  await assert.rejects(scenario.token(customer, product.id, 'a'), {
    status: 403,
    errorType: 'ProductNotOwned',
  });
  await assert.rejects(scenario.token(customer, inactive.id, 'a'), {
    status: 403,
    errorType: 'ProductInactive',
  });
  await assert.rejects(scenario.token(customer, 'unknown', 'a'), { status: 404 });
  const license = await scenario.license(customer, product.id);
  await scenario.token(customer, product.id, 'a');
  await scenario.token(customer, product.id, 'b');
  await assert.rejects(scenario.token(customer, product.id, 'c'), {
    status: 409,
    errorType: 'NoFreeActivations',
    detail:
      'All 2 activations of Verb are in use. Release another device in your account at Demo Audio (the customer portal) to activate this one.',
  });
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ expiresAt: clock.now() })
      .where('id', '=', license.id)
      .execute(),
  );
  await assert.rejects(scenario.token(customer, product.id, 'a'), { errorType: 'ProductNotOwned' });
});

test('validation renews the token, and writes down when and what the application told', async () => {
  const { system, account, clock } = scenario;
  clock.hold('it compares the time of the validation with the clock');
  const product = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device-1');
  clock.advance(3_600_000);
  const usage = { appVersion: '1.2.3', platform: 'Mac', meta: { host: 'Live' } };
  const renewed = await validate(product.id, token, usage);
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  assert.deepEqual(claimsOf(renewed), { ...claimsOf(token), iat: seconds, nbf: seconds, validated: seconds });
  await validate(product.id, renewed);
  const row = await findActivation(system.database.reader, account.id, String(claimsOf(token)['id']));
  const { lastValidatedAt, appVersion, platform, meta } = row ?? {};
  assert.deepEqual(
    { lastValidatedAt, appVersion, platform, meta },
    { ...usage, lastValidatedAt: clock.now() },
  );
});

test('many validations at the same time each get their own answer', async () => {
  const product = await scenario.product({ maxActivations: 30 });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const tokens = [];
  for (let index = 0; index < 30; index += 1) {
    tokens.push(await scenario.token(customer, product.id, `device-${index}`));
  }
  await release(product.id, tokens[7] ?? '');
  const requests = [...tokens, ...tokens, tamperedSignature(tokens[0] ?? ''), ''];
  const answers = await Promise.allSettled(requests.map((token) => validate(product.id, token)));
  for (const [index, answer] of answers.entries()) {
    const expected =
      index % 30 === 7 && index < 60
        ? 'LicenseActivationRevoked'
        : index >= 60
          ? 'InvalidLicenseToken'
          : undefined;
    if (answer.status === 'rejected') assert.equal(answer.reason.errorType, expected, `answer ${index}`);
    else assert.equal(claimsOf(answer.value)['sig'], `device-${index % 30}`);
  }
});

test('a released device is refused, frees its seat, and may ask for a new one', async () => {
  const { system, account } = scenario;
  const product = await scenario.product({ maxActivations: 1 });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'a');
  await release(product.id, token);
  await release(product.id, token);
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.activeActivations, 0);
  await assert.rejects(validate(product.id, token), {
    status: 400,
    errorType: 'LicenseActivationRevoked',
    detail: 'License has been revoked',
  });
  const other = await scenario.token(customer, product.id, 'b');
  await release(product.id, token);
  assert.equal((await findLicense(system.database.reader, account.id, license.id))?.activeActivations, 1);
  await validate(product.id, other);
});

test('a revoked or expired license is refused on every device of it', async () => {
  const { system, clock } = scenario;
  const product = await scenario.product({ maxActivations: 2 });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'a');
  const expiresAt = new Date(clock.now().getTime() + 1_000);
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ expiresAt })
      .where('id', '=', license.id)
      .execute(),
  );
  await validate(product.id, token);
  clock.advance(1_000);
  await assert.rejects(validate(product.id, token), {
    status: 400,
    errorType: 'LicenseExpired',
    detail: 'License has expired',
  });
  await revokeLicense(scenario.ctx, license.id);
  await assert.rejects(validate(product.id, token), {
    status: 400,
    errorType: 'LicenseRevoked',
    detail: 'License has been revoked',
  });
});

test('tokens of other products, other accounts, other keys and no shape at all are definitively refused', async () => {
  const { system } = scenario;
  const product = await scenario.product();
  const second = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'a');
  const other = await createAccount(system, { id: 'other', name: 'Other' });
  const claims = claimsOf(token);
  const forged = [
    '',
    'x',
    '..',
    token.slice(0, -1),
    `${token}.x`,
    tamperedSignature(token),
    await tokenOf(testContext(system, other), claims),
    await tokenOf(scenario.ctx, { ...claims, iss: 'other' }),
    await tokenOf(scenario.ctx, { ...claims, id: 'not a guid' }),
    await tokenOf(scenario.ctx, { ...claims, 'u:id': 7 }),
    await tokenOf(scenario.ctx, { ...claims, method: 'Sideways' }),
  ];
  for (const bad of forged) {
    await assert.rejects(validate(product.id, bad), { status: 400, errorType: 'InvalidLicenseToken' }, bad);
    await assert.rejects(release(product.id, bad), { status: 400, errorType: 'InvalidLicenseToken' }, bad);
  }
  await assert.rejects(validate(second.id, token), { status: 400, errorType: 'InvalidLicenseToken' });
  const moved = await tokenOf(scenario.ctx, { ...claims, aud: second.id });
  await assert.rejects(validate(second.id, moved), { status: 400, errorType: 'InvalidLicenseToken' });
  await validate(product.id, token);
});

test('an activation that is gone is 404, one with another owner 403; neither is definitive', async () => {
  const { system } = scenario;
  const product = await scenario.product();
  const [customer, stranger] = [await scenario.customer(), await scenario.customer()];
  const license = await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'a');
  const orphan = await tokenOf(scenario.ctx, {
    ...claimsOf(token),
    id: system.ids.guid(),
  });
  await assert.rejects(validate(product.id, orphan), { status: 404 });
  await release(product.id, orphan);
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ customerId: stranger.id })
      .where('id', '=', license.id)
      .execute(),
  );
  await assert.rejects(validate(product.id, token), { status: 403, errorType: 'LicenseOwnerChanged' });
  await assert.rejects(release(product.id, token), { status: 400, errorType: 'LicenseOwnerChanged' });
});

test('trials and offline activations are not released by the application', async () => {
  const { system } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'a');
  const claims = claimsOf(token);
  const trial = await tokenOf(scenario.ctx, { ...claims, trial: true });
  await assert.rejects(release(product.id, trial), { status: 400, errorType: 'TrialsCannotBeRevoked' });
  const asText = await tokenOf(scenario.ctx, { ...claims, trial: 'true' });
  await assert.rejects(release(product.id, asText), { status: 400, errorType: 'TrialsCannotBeRevoked' });
  const offline = await tokenOf(scenario.ctx, { ...claims, method: 'Offline' });
  await assert.rejects(release(product.id, offline), { status: 400, errorType: 'OfflineToken' });
  await system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('activations')
      .set({ method: 'Offline' })
      .where('id', '=', String(claims['id']))
      .execute(),
  );
  await assert.rejects(release(product.id, token), { status: 400, errorType: 'OfflineToken' });
  assert.equal(claimsOf(await validate(product.id, token))['method'], 'Offline');
});
