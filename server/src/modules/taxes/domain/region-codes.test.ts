import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { REGION_CODES } from './region-codes.ts';

test('the codes of regions are those that the checkout offers', async () => {
  const formats = new URL('../../../../../web/src/address/address-formats.ts', import.meta.url);
  const source = await readFile(formats, 'utf8');
  for (const [country, codes] of REGION_CODES)
    assert.ok(source.includes(`'${codes.join(' ')}'`), `the codes of ${country}`);
});
