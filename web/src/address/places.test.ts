import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName } from './countries.ts';
import { dativeOf, inCountry } from './places-de.ts';
import { withArticle } from './places-en.ts';

test('a German sentence gives a country its article and its case', () => {
  const inPlace = (code: string) => inCountry(countryName(code, 'de'));
  assert.equal(inPlace('DE'), 'in Deutschland');
  assert.equal(inPlace('CH'), 'in der Schweiz');
  assert.equal(inPlace('US'), 'in den Vereinigten Staaten');
  assert.equal(inPlace('AE'), 'in den Vereinigten Arabischen Emiraten');
  assert.equal(inPlace('NL'), 'in den Niederlanden');
  assert.equal(inPlace('GB'), 'im Vereinigten Königreich');
  assert.equal(inPlace('DO'), 'in der Dominikanischen Republik');
  assert.equal(dativeOf(countryName('LB', 'de')), 'dem Libanon');
  assert.equal(dativeOf(countryName('KY', 'de')), 'den Kaimaninseln');
  assert.equal(inCountry('diesem Land'), 'in diesem Land');
});

test('an English sentence gives a country its article', () => {
  const name = (code: string) => withArticle(countryName(code, 'en'));
  assert.equal(name('DE'), 'Germany');
  assert.equal(name('US'), 'the United States');
  assert.equal(name('NL'), 'the Netherlands');
  assert.equal(name('KY'), 'the Cayman Islands');
  assert.equal(name('DO'), 'the Dominican Republic');
  assert.equal(withArticle('this country'), 'this country');
});
