import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideTaxes, nextTaxDay, type OwnRate, type TaxBasis } from './decide-taxes.ts';
import { contradiction, isProven, type TaxEvidence } from './evidence.ts';
import { estimateTax } from './estimate-tax.ts';
import { regionInDoubt } from './regions.ts';
import { COUNTRIES_WITH_RATES, EU_COUNTRIES, STANDARD_RATES } from './standard-rates.ts';

const BASIS: TaxBasis = {
  prices: 'exclusive',
  collectsIn: ['EU', 'GB', 'CH', 'NO'],
  sellerCountry: 'DE',
  ownRates: [],
  day: '2026-11-22',
};

interface Stated {
  readonly region?: string;
  readonly postCode?: string;
  readonly isBusiness?: boolean;
}

function decide(country: string, stated: Stated = {}, basis: Partial<TaxBasis> = {}) {
  const { region = null, postCode = null, isBusiness = false } = stated;
  return decideTaxes({ ...BASIS, ...basis }, { place: { country, region, postCode }, isBusiness });
}

/** `19 Standard DE`, or with the region `0 NotCollecting ES/Ceuta`, for everything. */
function general(...args: Parameters<typeof decide>): string {
  const rate = decide(...args).rates.find(({ targets }) => targets.length === 0);
  assert.ok(rate);
  const { basisPoints, reason, country, region } = rate;
  return `${basisPoints / 100} ${reason} ${country}${region === null ? '' : `/${region}`}`;
}

const RATES_OF_2026 = `AT 20, BE 21, BG 20, HR 25, CY 19, CZ 21, DK 25, EE 24, FI 25.5, FR 20, DE 19, GR 24, HU 27, IE 23,
  IT 22, LV 21, LT 21, LU 17, MT 18, NL 21, PL 23, PT 23, RO 21, SK 23, SI 22, ES 21, SE 25, GB 20, CH 8.1, NO 25`;

test('the standard rates of 2026 hold, in every country of the table', () => {
  const rates = RATES_OF_2026.split(',').map((entry) => entry.trim().split(' '));
  for (const [country = '', rate = ''] of rates)
    assert.equal(general(country), `${rate} Standard ${country}`, country);
  assert.deepEqual(new Set(rates.map(([country]) => country)), COUNTRIES_WITH_RATES);
  assert.equal(EU_COUNTRIES.size, 27);
});

const OUTSIDE = [
  ['ES', '35001', 'Canary Islands'],
  ['ES', '38700', 'Canary Islands'],
  ['ES', '51001', 'Ceuta'],
  ['ES', '52006', 'Melilla'],
  ['FI', 'FI-22100', 'Åland'],
  ['FI', 'AX-22100', 'Åland'],
  ['IT', '23041', 'Livigno'],
  ['IT', '22061', "Campione d'Italia"],
  ['DK', '3900', 'Greenland'],
  ['DK', 'FO-100', 'Faroe Islands'],
  ['DE', 'D-27498', 'Heligoland'],
  ['GR', '630 86', 'Mount Athos'],
  ['GR', '63087', 'Mount Athos'],
  ['FR', '97110', 'Guadeloupe'],
  ['FR', '97200', 'Martinique'],
  ['FR', '97300', 'French Guiana'],
  ['FR', '97400', 'Réunion'],
  ['FR', '97600', 'Mayotte'],
  ['FR', '98800', 'French overseas territories'],
  ['GB', 'je2 3ab', 'Jersey'],
  ['GB', 'GY1 1AA', 'Guernsey'],
  ['NO', '9170', 'Svalbard and Jan Mayen'],
] as const;

for (const [country, postCode, region] of OUTSIDE) {
  test(`the tax of ${country} is not collected in ${region} (${postCode}), neither from businesses`, () => {
    for (const isBusiness of [false, true])
      assert.equal(
        general(country, { postCode, isBusiness }, { sellerCountry: 'IE' }),
        `0 NotCollecting ${country}/${region}`,
      );
  });
}

test('neighbours of those territories pay the tax of their country', () => {
  const neighbours = {
    ES: '28001',
    FI: '20100',
    IT: '23030',
    DE: '78224',
    GR: '63100',
    FR: '75001',
    GB: 'G1 1AA',
  };
  for (const [country, postCode] of Object.entries(neighbours))
    assert.match(general(country, { postCode }), / Standard /, country);
});

test('regions with a rate of their own have it', () => {
  assert.equal(general('PT', { postCode: '9000-018' }), '22 Standard PT/Madeira');
  assert.equal(general('PT', { postCode: '9500-321' }), '16 Standard PT/Azores');
  assert.equal(general('PT', { postCode: '1000-001' }), '23 Standard PT');
  assert.equal(general('AT', { postCode: '6691' }), '19 Standard AT/Jungholz and Mittelberg');
});

test('Monaco is taxed as France, the Isle of Man as the United Kingdom, and Liechtenstein and Büsingen as Switzerland', () => {
  assert.equal(general('MC'), '20 Standard FR');
  assert.equal(general('IM'), '20 Standard GB');
  assert.equal(general('LI'), '8.1 Standard CH');
  assert.equal(general('DE', { postCode: '78266' }), '8.1 Standard CH/Büsingen');
  assert.equal(
    general('DE', { postCode: '78266', isBusiness: true }, { sellerCountry: 'IE' }),
    '8.1 Standard CH/Büsingen',
  );
  for (const country of ['GP', 'FO', 'GL']) assert.equal(general(country), `0 NotCollecting ${country}`);
});

test('a postal code of a town with other taxes does not fit another town', () => {
  const doubt = (country: string, postCode: string, locality: string | null) =>
    regionInDoubt(country, postCode, locality);
  assert.equal(doubt('IT', '23041', 'Milano'), 'Livigno');
  assert.equal(doubt('DE', '27498', ' Hamburg'), 'Heligoland');
  for (const town of ['Büsingen am Hochrhein', 'BUESINGEN', 'Bu\u0308singen'])
    assert.equal(doubt('DE', '78266', town), undefined, town);
  assert.equal(doubt('DE', '27498', 'Helgoland'), undefined);
  assert.equal(doubt('IT', '20121', 'Milano'), undefined);
  for (const town of ['Livignolo', null]) assert.equal(doubt('IT', '23041', town), 'Livigno');
  assert.equal(doubt('ES', '51001', 'Ceutaxyz'), 'Ceuta');
  assert.equal(doubt('ES', '35001', null), undefined, 'a region of many towns');
});

test('a postal code of a region with other taxes does not fit the large cities of the rest of the country', () => {
  for (const [country, postCode, town, region] of [
    ['ES', '35001', 'Madrid', 'Canary Islands'],
    ['ES', '38001', 'Málaga', 'Canary Islands'],
    ['DK', '3900', 'København K', 'Greenland'],
    ['DK', '100', 'Aarhus C', 'Faroe Islands'],
    ['FR', '97110', 'PARIS', 'Guadeloupe'],
    ['FI', '22100', 'Helsinki', 'Åland'],
    ['GR', '63086', 'Αθήνα', 'Mount Athos'],
    ['GB', 'JE2 3AB', 'London', 'Jersey'],
    ['NO', '9170', 'Tromsø', 'Svalbard and Jan Mayen'],
    ['AT', '6691', 'Wien', 'Jungholz and Mittelberg'],
    ['PT', '9000-001', 'Lisboa', 'Madeira'],
    ['ES', '35001', 'Toledo', 'Canary Islands'],
    ['FI', '22100', 'Rovaniemi', 'Åland'],
    ['DK', '3900', 'Roskilde', 'Greenland'],
    ['FR', '97110', 'Versailles', 'Guadeloupe'],
    ['GB', 'JE2 3AB', 'Oxford', 'Jersey'],
    ['PT', '9000-001', 'Évora', 'Madeira'],
  ] as const)
    assert.equal(regionInDoubt(country, postCode, town), region, town);
  for (const [country, postCode, town] of [
    ['ES', '35001', 'Las Palmas de Gran Canaria'],
    ['ES', '28001', 'Madrid'],
    ['FR', '97400', 'Saint-Denis'],
    ['FI', '22100', 'Mariehamn'],
    ['DK', '3900', 'Nuuk'],
    ['PT', '9000-001', 'Funchal'],
  ] as const)
    assert.equal(regionInDoubt(country, postCode, town), undefined, town);
});

test('a rate holds from its first day on', () => {
  assert.equal(general('EE', {}, { day: '2025-06-30' }), '22 Standard EE');
  assert.equal(general('EE', {}, { day: '2025-07-01' }), '24 Standard EE');
  assert.equal(general('DE', {}, { day: '2020-12-31' }), '16 Standard DE');
  assert.equal(nextTaxDay({ ...BASIS, day: '2025-06-30' }, 'EE'), '2025-07-01');
  assert.equal(nextTaxDay(BASIS, 'EE'), undefined);
});

test('every row of the table has a day, and of a country the newest comes first', () => {
  const places = Map.groupBy(STANDARD_RATES, ({ country, region = '' }) => `${country}/${region}`);
  for (const [place, rows] of places) {
    const days = rows.map(({ firstDay }) => firstDay);
    assert.ok(
      days.every((day) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)),
      place,
    );
    assert.deepEqual(days, days.toSorted().toReversed(), place);
  }
});

test('tax is collected only where the vendor says so', () => {
  assert.equal(general('US', { region: 'CA' }), '0 NotCollecting US/CA');
  assert.equal(general('JP'), '0 NotCollecting JP');
  assert.equal(general('FR', {}, { collectsIn: ['DE'] }), '0 NotCollecting FR');
  assert.equal(general('DE', {}, { collectsIn: ['DE'] }), '19 Standard DE');
  assert.equal(general('GB', {}, { collectsIn: ['EU'] }), '0 NotCollecting GB');
});

test('a business in another member state owes the tax itself; at home and outside of the union it does not', () => {
  const business = { isBusiness: true };
  assert.equal(general('FR', business), '0 ReverseCharge FR');
  assert.equal(general('DE', business), '19 Standard DE');
  assert.equal(general('GB', business), '20 Standard GB');
  assert.equal(general('DE', business, { sellerCountry: 'US' }), '0 ReverseCharge DE');
  assert.equal(general('MC', business), '0 ReverseCharge FR');
  assert.equal(general('FR', business, { collectsIn: ['DE'] }), '0 ReverseCharge FR');
});

test('where prices include tax, the tax of private buyers comes off for a business that owes it', () => {
  const inclusive = { prices: 'inclusive' } as const;
  const reliefs = (stated: Stated, basis: Partial<TaxBasis>) =>
    decide('FR', stated, basis).rates.map(({ reliefBasisPoints }) => reliefBasisPoints);
  assert.deepEqual(reliefs({ isBusiness: true }, inclusive), [2_000]);
  assert.deepEqual(reliefs({ isBusiness: true }, {}), [undefined]);
  assert.deepEqual(reliefs({}, inclusive), [undefined]);
  assert.deepEqual(reliefs({ isBusiness: true }, { ...inclusive, collectsIn: ['DE'] }), [undefined]);
});

function own(id: string, fields: Partial<OwnRate>): OwnRate {
  const everything = { region: null, targets: [], firstDay: null, lastDay: null };
  return { id, country: 'US', basisPoints: 500, reason: 'Standard', ...everything, ...fields };
}

test("the vendor's own rates come before the table: regions before countries, newer before older", () => {
  const ownRates = [
    own('country', { firstDay: '2026-06-01' }),
    own('old', { region: 'NY', basisPoints: 800, firstDay: '2020-01-01' }),
    own('new', { region: 'ny ', basisPoints: 887.5, firstDay: '2026-01-01' }),
    own('over', { region: 'TX', basisPoints: 625, lastDay: '2026-11-21' }),
    own('german', { country: 'DE', basisPoints: 700 }),
    own('canary', { country: 'ES', region: 'Canary Islands', basisPoints: 700 }),
    own('spanish', { country: 'ES', basisPoints: 1_000 }),
    own('free', { country: 'PL', basisPoints: 0, reason: 'Exempt' }),
  ];
  const basis = { ownRates };
  assert.equal(general('US', { region: 'NY' }, basis), '8.875 Standard US/NY');
  assert.equal(general('US', { region: 'NY' }, { ...basis, day: '2025-12-31' }), '8 Standard US/NY');
  assert.equal(general('US', { region: 'TX' }, basis), '5 Standard US/TX');
  assert.equal(general('US', { region: 'TX' }, { ...basis, day: '2026-11-21' }), '6.25 Standard US/TX');
  assert.equal(general('DE', {}, basis), '7 Standard DE');
  assert.equal(general('ES', { postCode: '35001' }, basis), '7 Standard ES/Canary Islands');
  assert.equal(general('ES', { postCode: '51001' }, basis), '0 NotCollecting ES/Ceuta');
  assert.equal(general('ES', { postCode: '28001' }, basis), '10 Standard ES');
  assert.equal(general('PL', {}, basis), '0 Exempt PL');
  assert.equal(nextTaxDay({ ...BASIS, ownRates, day: '2025-12-31' }, 'US'), '2026-01-01');
  assert.equal(nextTaxDay({ ...BASIS, ownRates, day: '2026-11-20' }, 'US'), '2026-11-22');
});

test('a rate for some items stands beside the rate for the rest', () => {
  const targets = [{ type: 'Product', id: 'book', variationIds: [] }] as const;
  const ownRates = [own('book', { country: 'DE', basisPoints: 700, targets })];
  const { rates } = decide('DE', {}, { ownRates });
  assert.deepEqual(
    rates.map(({ basisPoints, targets: items }) => [basisPoints, items.length]),
    [
      [700, 1],
      [1_900, 0],
    ],
  );
});

test('an estimate says the rate of a country, and when it changes', () => {
  assert.deepEqual(estimateTax({ ...BASIS, day: '2025-06-30' }, 'EE'), {
    tax: { basisPoints: 2_200, mode: 'Exclusive', country: 'EE', varies: false },
    changesAt: new Date('2025-07-01T00:00:00Z'),
  });
  assert.deepEqual(estimateTax(BASIS, 'US'), { changesAt: null });
});

const sign = (kind: TaxEvidence['kind'], country: string): TaxEvidence => ({ kind, country });

test('two signs prove a country, and one that names another one contradicts it unless two agree', () => {
  const signs = (...evidence: TaxEvidence[]) => ({ country: 'FI', evidence, isConfirmed: false });
  const billing = sign('BillingCountry', 'FI');
  const connection = (country: string) => sign('ConnectionCountry', country);
  assert.deepEqual([isProven(signs(billing)), contradiction(signs(billing))], [false, undefined]);
  assert.equal(isProven(signs(billing, connection('AX'))), true);
  assert.equal(contradiction(signs(billing, connection('SE'))), 'SE');
  assert.equal(contradiction(signs(billing, connection('SE'), sign('CardCountry', 'FI'))), undefined);
});

test('below the threshold of the EU, private buyers in other member states pay the tax of the seller’s country, by that name', () => {
  const small = { collectsIn: ['DE'], isBelowEuThreshold: true };
  assert.equal(general('FR', {}, small), '19 Standard DE');
  assert.equal(general('MC', {}, small), '19 Standard DE');
  assert.equal(general('FR', {}, { ...small, isBelowEuThreshold: false }), '0 NotCollecting FR');
  assert.equal(general('FR', { isBusiness: true }, small), '0 ReverseCharge FR');
  assert.equal(general('US', {}, small), '0 NotCollecting US');
  assert.equal(general('ES', { postCode: '35001' }, small), '0 NotCollecting ES/Canary Islands');
  const british = { ...small, sellerCountry: 'GB', collectsIn: ['GB'] };
  assert.equal(general('FR', {}, british), '0 NotCollecting FR', 'only sellers in the EU');
  const basis = { ...BASIS, ...small };
  assert.equal(estimateTax(basis, 'FR').tax?.country, 'DE');
});
