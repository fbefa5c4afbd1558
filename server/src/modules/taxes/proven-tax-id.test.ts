import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { updateSettings } from '../accounts/index.ts';
import { proveBusiness } from './index.ts';

type Answer = 'Valid' | 'NotRegistered' | 'Unreachable';
type Buyer = Parameters<typeof proveBusiness>[1];

const AUSTRIAN = { country: 'AT', taxId: 'ATU13585627', businessName: 'Muster GmbH' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** Judges a buyer of a German seller: the judgement or the notice, and the ids that the register was asked for. */
async function judge(
  buyer: Buyer,
  { vies = true, answer = 'Valid' }: { readonly vies?: boolean; readonly answer?: Answer } = {},
): Promise<(boolean | string)[]> {
  const account = await updateSettings(app.ctx, { seller: { country: 'DE' }, tax: { vies } });
  const lookups: string[] = [];
  const { isProven, notice } = await proveBusiness({ ...app.ctx, account }, buyer, async ({ text }) => {
    lookups.push(text);
    return { kind: answer, consultationNumber: null, at: app.system.clock.now() };
  });
  return [notice?.reason ?? isProven, ...lookups];
}

test('in another member state, only the register proves a business', async () => {
  assert.deepEqual(await judge(AUSTRIAN), [true, 'ATU13585627']);
  for (const answer of ['NotRegistered', 'Unreachable'] as const)
    assert.deepEqual(await judge(AUSTRIAN, { answer }), [answer, 'ATU13585627'], answer);
  assert.deepEqual(
    await judge(AUSTRIAN, { vies: false }),
    ['NoReverseCharge'],
    'businesses are charged tax, too',
  );
});

test('a tax id without the name of a business proves nothing', async () => {
  for (const businessName of [undefined, null, ' '])
    assert.deepEqual(await judge({ ...AUSTRIAN, businessName }), ['NoBusinessName']);
});

test('a tax id that is missing, or wrong, proves nothing', async () => {
  for (const taxId of [undefined, null, ' ', 'ATU13585626', 'DE136695976'])
    assert.deepEqual(await judge({ ...AUSTRIAN, taxId }), [false], String(taxId));
});

test('at home the register is not asked, and elsewhere the provider decides', async () => {
  const german = { ...AUSTRIAN, country: 'DE', taxId: 'DE136695976' };
  for (const vies of [true, false]) assert.deepEqual(await judge(german, { vies }), [true]);
  assert.deepEqual(await judge({ country: 'CH', taxId: 'CHE-107.787.577' }), [true]);
  assert.deepEqual(await judge({ country: 'US', taxId: '12-3456789' }), [true], 'its form is unknown');
});

test('without a country, the letters of a tax id name the member state', async () => {
  const { businessName } = AUSTRIAN;
  assert.deepEqual(await judge({ taxId: ' atu13585627', businessName }), [true, 'ATU13585627']);
  assert.deepEqual(await judge({ taxId: 'EL094259216', businessName }), [true, 'EL094259216']);
  for (const taxId of ['CHE-107.787.577', '13585627', undefined])
    assert.deepEqual(await judge({ taxId, businessName }), [false], String(taxId));
});
