import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeNames } from './place-name.ts';

test('places have their names in the language of the reader, and regions that nobody names stay as they are', () => {
  const [english, german] = [placeNames('en'), placeNames('de-AT')];
  const places = [
    { country: 'EU' },
    { country: 'DE', region: null },
    { country: 'PT', region: 'Azores' },
    { country: 'CA', region: 'ON' },
    { country: 'US', region: 'ny' },
    { country: 'IN', region: 'Kerala' },
  ];
  assert.deepEqual(places.map(english), [
    'European Union',
    'Germany',
    'Portugal, Azores',
    'Canada, Ontario',
    'United States, New York',
    'India, Kerala',
  ]);
  assert.deepEqual(places.map(german), [
    'Europäische Union',
    'Deutschland',
    'Portugal, Azoren',
    'Kanada, Ontario',
    'Vereinigte Staaten, New York',
    'Indien, Kerala',
  ]);
});
