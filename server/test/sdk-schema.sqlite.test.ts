import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { schemaText, SDK_SCHEMA_FILE } from '../../sdk/generate.ts';

test('the types of the SDK are those of the document (npm run openapi)', async () => {
  const document = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  assert.equal(await readFile(SDK_SCHEMA_FILE, 'utf8'), await schemaText(document));
});
