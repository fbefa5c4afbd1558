import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTaxId, sellerTaxIdIssues } from './read-tax-id.ts';

test('a number of Northern Ireland is a British one, and Liechtenstein has numbers of its own beside the Swiss ones', async () => {
  const british = await readTaxId('XI 980 7806 84', 'GB');
  assert.deepEqual(british.kind === 'Valid' && british.taxId.text, 'GB980780684');
  assert.equal((await readTaxId('XI980780684', 'IE')).kind, 'Wrong');
  assert.equal((await readTaxId('51234', 'LI')).kind, 'UnknownForm');
  const swiss = await readTaxId('CHE-107.787.577 MWST', 'LI');
  assert.deepEqual(swiss.kind === 'Valid' && swiss.taxId.country, 'CH');
  assert.equal((await readTaxId('51234', 'CH')).kind, 'Wrong');
});

test('a business in Büsingen has a Swiss or a German number, and one elsewhere in Germany only a German one', async () => {
  const büsingen = { postCode: '78266' };
  for (const text of ['CHE-107.787.577', 'DE136695976'])
    assert.equal((await readTaxId(text, 'DE', büsingen)).kind, 'Valid', text);
  const french = await readTaxId('FR40303265045', 'DE', büsingen);
  assert.match(french.kind === 'Wrong' ? french.message : '', /billing country is Germany/);
  assert.equal((await readTaxId('CHE-107.787.577', 'DE', { postCode: '78224' })).kind, 'Wrong');
});

test('where individuals have numbers like those of businesses, only the prefix makes one a VAT number', async () => {
  for (const [country, prefix, number] of [
    ['CY', 'CY', '10259033P'],
    ['GR', 'EL', '094259216'],
    ['IE', 'IE', '6433435F'],
    ['SI', 'SI', '50223054'],
    ['SK', 'SK', '2022749619'],
  ] as const) {
    const bare = await readTaxId(number, country);
    assert.match(
      bare.kind === 'Wrong' ? bare.message : '',
      /private individuals in .* which begins with/,
      country,
    );
    assert.equal((await readTaxId(`${prefix}${number}`, country)).kind, 'Valid', country);
  }
  assert.equal((await readTaxId('136695976', 'DE')).kind, 'Valid', 'only businesses have it');
});

test('a seller’s VAT number must be one of its country, which need not be the seller’s; national numbers pass', async () => {
  for (const text of ['DE136695976', 'ATU13585627', '12/345/67890', 'USt. 5', ''])
    assert.deepEqual(await sellerTaxIdIssues(text, 'DE'), [], text);
  assert.deepEqual(await sellerTaxIdIssues('DE136695977', 'DE'), ['must be a valid tax ID of Germany']);
  assert.deepEqual(await sellerTaxIdIssues('ATU13585626', 'DE'), ['must be a valid tax ID of Austria']);
  assert.deepEqual(await sellerTaxIdIssues('DE136695977', 'US'), [], 'forms of other countries are unknown');
});
