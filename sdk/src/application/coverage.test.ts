import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { licensed, START, tokenAt } from '../../test/device-world.ts';
import { covers, type Refusal, upgradeOfferOf } from './index.ts';
import { licenseOf } from './license.ts';

interface Vectors {
  readonly now: number;
  readonly cases: readonly {
    readonly claims: object;
    readonly version: string;
    readonly isCovered: boolean;
  }[];
}

const read = (): Vectors =>
  JSON.parse(readFileSync(new URL('../../../docs/vectors/release-access.json', import.meta.url), 'utf8'));

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

it('a license covers the versions of the vectors, and no others', () => {
  const { now, cases } = read();
  assert.ok(cases.length > 10);
  for (const { claims, version, isCovered } of cases) {
    const license = licenseOf(claimsOf(tokenAt(START, claims)));
    assert(license);
    assert.equal(covers(license, version, now * 1_000), isCovered, JSON.stringify({ claims, version }));
  }
});

const notCovered = (license: string) => () =>
  new Response(
    JSON.stringify({
      type: 'about:blank',
      title: 'x',
      status: 400,
      errorType: 'ReleaseNotCovered',
      detail: 'The license covers version 2.',
      appVersion: '3.0.0',
      releaseAccess: { upToMajor: 2 },
      upgradeUrl: 'https://demo.example.com/buy/app',
      license,
    }),
    { status: 400, headers: { 'content-type': 'application/problem+json' } },
  );

it('a version that is not covered is refused with an offer, the license goes on, and an upgrade unlocks it', async () => {
  const { app, world } = await licensed();
  const seconds = { 'l:rel:major': 2 };
  world.answer = notCovered(tokenAt(START + 60_000, seconds));
  const refusal = await app.validate().then(
    () => assert.fail('the version is not covered'),
    (failure: Refusal) => failure,
  );
  assert.deepEqual(upgradeOfferOf(refusal)?.upgradeUrl, 'https://demo.example.com/buy/app');
  const state = app.state();
  assert(state.status === 'Active');
  assert.deepEqual(state.license.releaseAccess, { upToMajor: 2 });
  assert.equal(state.license.validatedAt, START + 60_000);
  assert.deepEqual([covers(state.license, '3.0.0'), covers(state.license, '2.9.9')], [false, true]);
  world.answer = () => new Response(tokenAt(START + 120_000, { 'l:rel:major': 3 }));
  const next = await app.validate();
  assert(next.status === 'Active' && covers(next.license, '3.0.0'));
  await app.close();
});

it('a forged token in a refusal is not stored', async () => {
  const { app, world } = await licensed();
  const before = app.state();
  world.answer = notCovered(tokenAt(START + 60_000, { sig: 'another' }));
  await assert.rejects(app.validate());
  assert(before.status === 'Active');
  const after = app.state();
  assert(after.status === 'Active');
  assert.equal(after.license, before.license);
  await app.close();
});

it('an add-on is activated and tried without a new validation, and its entries are read', async () => {
  const { app, world } = await licensed();
  const first = app.state();
  assert(first.status === 'Active');
  assert.deepEqual(first.license.addOns, []);
  const sp = [
    { id: 'pack', active: true, trial: false, seats: { total: 2, used: 1, remaining: 1 } },
    { id: 'loops', active: false, trial: true, exp: 1_800_000_000 },
    { id: 'brushes', active: false, trial: false, revoked: true },
    'nonsense',
  ];
  world.answer = () => new Response(tokenAt(START, { sp }));
  const state = await app.activateAddOn('pack');
  assert(state.status === 'Active');
  const common = { isTrial: false, isRevoked: false };
  assert.deepEqual(state.license.addOns, [
    { ...common, id: 'pack', isActive: true, seats: { total: 2, used: 1 } },
    { ...common, id: 'loops', isActive: false, isTrial: true, expiresAt: 1_800_000_000_000 },
    { ...common, id: 'brushes', isActive: false, isRevoked: true },
  ]);
  assert.match(world.requests.at(-1) ?? '', /sub-products\/pack\/activate/);
  world.answer = () => new Response(tokenAt(START, { id: 'a-2' }));
  await app.startAddOnTrial('loops');
  const last = app.state();
  assert(last.status === 'Active' && last.license.id === first.license.id, 'another seat replaces nothing');
  world.answer = () => new Response(JSON.stringify({ currency: 'EUR', subProducts: [] }));
  assert.deepEqual(await app.subProducts(), { currency: 'EUR', subProducts: [] });
  world.answer = () => new Response('<html>');
  await assert.rejects(app.subProducts(), { code: 'Unreachable' });
  await app.close();
});
