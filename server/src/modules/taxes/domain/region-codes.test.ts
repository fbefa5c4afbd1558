import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGION_CODES } from './region-codes.ts';
import { isInTaxTerritory } from './regions.ts';

interface Choices {
  readonly REGION_CHOICES: Readonly<Record<string, readonly { readonly code: string }[]>>;
}

test('the codes of regions are those that the checkout offers', async () => {
  const names = new URL('../../../../../ui/src/places/region-names.ts', import.meta.url);
  const { REGION_CHOICES }: Choices = await import(names.href);
  const choices = Object.entries(REGION_CHOICES).map(([country, regions]): [string, string[]] => [
    country,
    regions.map(({ code }) => code).toSorted(),
  ]);
  const codes = [...REGION_CODES].map(([country, each]): [string, string[]] => [country, each.toSorted()]);
  assert.deepEqual(choices, codes);
});

test('the taxes of a member state apply in it and its regions, but for those outside of their territory', () => {
  const places = [
    ['ES', null],
    ['ES', 'Canary Islands'],
    ['FR', 'Réunion'],
    ['PT', 'Madeira'],
    ['FI', 'Canary Islands'],
  ] as const;
  assert.deepEqual(
    places.map(([country, region]) => isInTaxTerritory(country, region)),
    [true, false, false, true, true],
  );
});
