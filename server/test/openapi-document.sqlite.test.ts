import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { OPENAPI_FILE, openapiText } from './openapi-document.ts';

test('docs/openapi.json is what the server publishes (npm run openapi)', async () => {
  const [published, kept] = await Promise.all([openapiText(), readFile(OPENAPI_FILE, 'utf8')]);
  const document: { paths?: object } = JSON.parse(published);
  assert(Object.keys(document.paths ?? {}).length > 0, 'the server publishes no operation');
  assert.equal(kept, published);
});
