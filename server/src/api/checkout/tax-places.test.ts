import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, stockShop } from '../../../test/shop.ts';
import { address, payAsGuest, type TaxedOrder } from '../../../test/taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../../../test/vies-server.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';

let app: TestApp;
let merchant: Merchant;
let vies: ViesServer;

before(async () => {
  vies = await startViesServer();
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry', LATCHKEY_VIES_URL: vies.url });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU', 'GB', 'CH', 'NO'], vies: true },
    limits: { paymentsPerMinute: 0 },
  });
  merchant = await merchantOf(app);
});
after(async () => {
  await app.close();
  await vies.close();
});

interface Place {
  readonly country: string;
  readonly postCode?: string;
  readonly locality?: string;
  readonly taxId?: string;
}

/** Sells to a buyer who connects from the country of the bill. */
async function sell({ country, postCode, locality = 'Town', taxId }: Place) {
  const { orderId, pay } = await checkOut(app);
  const billing = {
    address: { ...address(country, postCode), locality },
    ...(taxId !== undefined && { taxId, businessName: 'Gus & Co.' }),
  };
  const response = await payAsGuest(app, pay, { connection: country, extra: { billing } });
  return { orderId, response };
}

/** The tax of a sale, as `20 % GB standard`. */
async function taxOf(place: Place): Promise<string> {
  const { orderId, response } = await sell(place);
  assert.equal(response.json().status, 'Completed', response.body);
  const { taxes: [tax] = [] } = await merchant.call<TaxedOrder>('GET', `/api/orders/${orderId}`);
  assert.ok(tax, 'the order has no tax');
  return `${Math.round(tax.rate * 1_000) / 10} % ${tax.country} ${tax.reason}`;
}

const TERRITORIES: readonly (readonly [Place, string])[] = [
  [{ country: 'MC', postCode: '98000', locality: 'Monaco' }, '20 % FR standard'],
  [{ country: 'IM', postCode: 'IM1 1AA', locality: 'Douglas' }, '20 % GB standard'],
  [{ country: 'LI', postCode: '9490', locality: 'Vaduz' }, '8.1 % CH standard'],
  [{ country: 'DE', postCode: '78266', locality: 'Büsingen' }, '8.1 % CH standard'],
  [{ country: 'FO', postCode: '100', locality: 'Tórshavn' }, '0 % FO not_collecting'],
  [{ country: 'DK', postCode: '100', locality: 'Tórshavn' }, '0 % DK not_collecting'],
  [{ country: 'GL', postCode: '3900', locality: 'Nuuk' }, '0 % GL not_collecting'],
  [{ country: 'DK', postCode: '3900', locality: 'Nuuk' }, '0 % DK not_collecting'],
  [{ country: 'DK', postCode: '1050', locality: 'København' }, '25 % DK standard'],
  [{ country: 'GB', postCode: 'BT1 1AA', locality: 'Belfast' }, '20 % GB standard'],
];

for (const [place, expected] of TERRITORIES)
  test(`a buyer in ${place.locality} (${place.country} ${place.postCode}) pays ${expected}`, async () => {
    assert.equal(await taxOf(place), expected);
  });

const BUSINESSES: readonly (readonly [Place, string])[] = [
  [{ country: 'GB', postCode: 'EC1A 1BB', taxId: 'GB980780684' }, '20 % GB standard'],
  [{ country: 'GB', postCode: 'BT1 1AA', taxId: 'XI980780684' }, '20 % GB standard'],
  [{ country: 'NO', postCode: '0150', taxId: 'NO995525828MVA' }, '25 % NO standard'],
  [{ country: 'CH', postCode: '8001', taxId: 'CHE-107.787.577 MWST' }, '8.1 % CH standard'],
  [{ country: 'LI', postCode: '9490', taxId: '51234' }, '8.1 % CH standard'],
];

for (const [place, expected] of BUSINESSES)
  test(`a business with the tax id ${place.taxId} pays ${expected}, and VIES is not asked`, async () => {
    vies.requests.length = 0;
    assert.equal(await taxOf(place), expected);
    assert.deepEqual(vies.requests, []);
  });

test('an id of Northern Ireland is no id of Ireland, whose businesses owe the tax themselves', async () => {
  const { response } = await sell({ country: 'IE', postCode: 'D01', taxId: 'XI980780684' });
  assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [400, ['billing.taxId']]);
  assert.equal(await taxOf({ country: 'IE', postCode: 'D01', taxId: 'IE6433435F' }), '0 % IE reverse_charge');
});

for (const [country, postCode, town] of [
  ['ES', '51001', 'Ceuta'],
  ['ES', '52001', 'Melilla'],
  ['IT', '22061', "Campione d'Italia"],
  ['DE', '27498', 'Helgoland'],
  ['DE', '78266', 'Büsingen am Hochrhein'],
] as const)
  test(`a buyer with the postal code of ${town} and another town is asked which of them is right`, async () => {
    const { response } = await sell({ country, postCode, locality: 'Elsewhere' });
    assert.deepEqual(
      [response.statusCode, Object.keys(response.json().errors)],
      [400, ['billing.address.locality']],
    );
    assert.match(await taxOf({ country, postCode, locality: town }), / (not_collecting|standard)$/);
  });

test('a seller in Monaco is one in France: its businesses are at home', async () => {
  await updateSettings(app.ctx, { seller: { country: 'MC' } });
  const paris = { country: 'FR', postCode: '75001', taxId: 'FR40303265045' };
  assert.equal(await taxOf(paris), '20 % FR standard');
  await updateSettings(app.ctx, { seller: { country: 'DE', taxId: 'DE136695976' } });
  assert.equal(await taxOf(paris), '0 % FR reverse_charge');
});

test('below the threshold of the EU, private buyers elsewhere in it pay the tax of the seller’s country, and the receipt names that', async () => {
  const own = { mode: 'own', prices: 'exclusive', vies: true } as const;
  await updateSettings(app.ctx, { tax: { ...own, collectsIn: ['DE'], belowEuThreshold: true } });
  assert.equal(await taxOf({ country: 'FR', postCode: '75001' }), '19 % DE standard');
  assert.equal(
    await taxOf({ country: 'FR', postCode: '75001', taxId: 'FR40303265045' }),
    '0 % FR reverse_charge',
  );
  assert.equal(await taxOf({ country: 'CH', postCode: '8001' }), '0 % CH not_collecting');
  const { orderId } = await sell({ country: 'FR', postCode: '75001' });
  const [receipt] = await documentsOfOrder(app.ctx, orderId);
  assert.deepEqual(
    receipt?.facts.lines.map(({ tax }) => [tax?.country, tax?.basisPoints]),
    [['DE', 1_900]],
  );
  await updateSettings(app.ctx, {
    tax: { ...own, collectsIn: ['EU', 'GB', 'CH', 'NO'], belowEuThreshold: false },
  });
  assert.equal(await taxOf({ country: 'FR', postCode: '75001' }), '20 % FR standard');
});
