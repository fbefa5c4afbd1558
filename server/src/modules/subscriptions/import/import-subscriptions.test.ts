import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../../test/bulk-import.ts';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { withProvider } from '../../../../test/payments.ts';
import { type Shopper, shopper, stockShop } from '../../../../test/shop.ts';
import { periodsNow, subscriptionNow } from '../../../../test/subscriptions.ts';
import { updateSettings } from '../../accounts/index.ts';
import { listLicenses, revokeLicense } from '../../licensing/index.ts';
import { prepareSubscriptionImports } from '../index.ts';
import type { SubscriptionImport } from './import-fields.ts';

const DAY_MS = 86_400_000;
const METHOD = 'sandbox-method~old-system~Succeeds';

let app: TestApp;
let imports: ReturnType<typeof importsOf>;
let customer: Shopper;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const scopes = ['subscriptions:write', 'licenses:write', 'customers:write'];
  imports = importsOf(app, await app.apiKey(app.demo, ...scopes));
});
beforeEach(async () => {
  customer = await shopper(app);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const inDays = (days: number) => new Date(app.system.clock.now().getTime() + days * DAY_MS).toISOString();

/** A line that can be imported. */
const line = (fields: object = {}) => ({
  externalId: `sub-${randomUUID()}`,
  ownerEmail: customer.email,
  content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
  cycleLength: 'Monthly',
  price: { currency: 'EUR', amount: 7.5 },
  paidThrough: inDays(10),
  providerMethodId: METHOD,
  ...fields,
});

async function imported(fields: object = {}) {
  const { results } = await imports('subscriptions', ndjson([line(fields)]));
  assert.equal(results[0]?.status, 'created', JSON.stringify(results));
  return subscriptionNow(app, { id: results[0].id ?? assert.fail() });
}

async function issuesOf(fields: object): Promise<Record<string, string[]>> {
  const { results } = await imports('subscriptions', ndjson([line(fields)]));
  assert.equal(results[0]?.status, 'invalid', JSON.stringify(results));
  return results[0].errors ?? {};
}

async function license(): Promise<string> {
  const externalId = `old-${randomUUID()}`;
  const fields = { ownerEmail: customer.email, productId: 'synth', externalId, expiresAt: inDays(10) };
  assert.deepEqual(statuses((await imports('licenses', ndjson([fields]))).results), ['created']);
  return externalId;
}

test('a license becomes one of the first subscription that names it, also in a dry run', async () => {
  const first = line({ licenseExternalIds: [await license()] });
  const lines = ndjson([first, { ...first, externalId: `${first.externalId}-2` }]);
  for (const query of ['?dryRun=true', '']) {
    const { results } = await imports('subscriptions', lines, { query });
    assert.deepEqual(statuses(results), ['created', 'invalid'], query);
    assert.match(JSON.stringify(results[1]?.errors), /belongs to another subscription/);
  }
});

test('a license that is revoked is not taken over', async () => {
  const externalId = await license();
  const [revoked = assert.fail()] = await listLicenses(app.ctx, { customerId: customer.id, limit: 1 });
  await revokeLicense(app.ctx, revoked.id);
  const issues = await issuesOf({ licenseExternalIds: [externalId] });
  assert.match(JSON.stringify(issues), /which is revoked/);
});

test('what is imported for an address waits for its proof, and for a customer for that of the address they have now', async () => {
  const { waitsForProvenEmail } = app.ctx.account.settings;
  await updateSettings(app.ctx, { waitsForProvenEmail: true });
  const customerOf = async (fields: object) => {
    const email = `old-${randomUUID()}@example.com`;
    const { results } = await imports('customers', ndjson([{ email, name: 'Ann Old', ...fields }]));
    return { email, ownerId: results[0]?.id ?? assert.fail(JSON.stringify(results)) };
  };
  const { email, ownerId } = await customerOf({});
  const waiting = await imported({ ownerEmail: email });
  assert.deepEqual([waiting.awaitsEmailKey, waiting.billing], [email, { name: 'Ann Old', email }]);
  assert.equal((await imported({ ownerEmail: undefined, ownerId })).awaitsEmailKey, ownerId);
  const proven = await customerOf({ emailConfirmed: true });
  assert.equal((await imported({ ownerEmail: proven.email })).awaitsEmailKey, null);
  await updateSettings(app.ctx, { waitsForProvenEmail });
});

test('a plan without pauses has none after an import, and the calendar has the zone that a line names', async () => {
  app.system.clock.hold('the end of the paid period is exact');
  const paidThrough = inDays(10);
  const anchor = { date: paidThrough.slice(0, 10).replace(/^\d{4}/, '2020'), zone: 'America/New_York' };
  const subscription = await imported({ anchor, paidThrough });
  assert.deepEqual(
    [subscription.canPause, subscription.anchorZone, subscription.paidUntil.toISOString()],
    [false, 'America/New_York', paidThrough],
  );
  assert.equal((await periodsNow(app, subscription)).length, 1);
});

test('what was paid up to ten years ahead is imported', async () => {
  const later = new Date(app.system.clock.now());
  later.setUTCFullYear(later.getUTCFullYear() + 10);
  const subscription = await imported({ paidThrough: later.toISOString() });
  assert.equal(subscription.paidUntil.getUTCFullYear(), later.getUTCFullYear());
});

test('a payment method must be of the customer at a provider that saves methods', async () => {
  const issues = await issuesOf({ providerMethodId: 'pm_unknown', providerCustomerId: 'cus_1' });
  assert.match(JSON.stringify(issues), /is no payment method of cus_1 at the payment provider/);
  const provider = fakeProvider();
  provider.savesMethods = false;
  const prepare = async (providerMethodId: string | undefined) => {
    const draft: SubscriptionImport = {
      externalId: randomUUID(),
      ownerEmail: customer.email,
      content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
      cycleLength: 'Monthly',
      price: { currency: 'EUR', amount: 7.5 },
      paidThrough: new Date(inDays(10)),
      providerMethodId,
    };
    const ctx = withProvider(app.ctx, provider);
    const [entry] = await prepareSubscriptionImports(ctx, [draft], { isDryRun: true });
    return JSON.stringify(entry?.input.issues);
  };
  assert.match(await prepare('pm_1'), /needs a payment provider that saves payment methods/);
  assert.equal(await prepare(undefined), '{}', 'each renewal is paid on a page');
});
