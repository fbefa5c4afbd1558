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

test('every operation of the Core API says in its description which scope its key needs', async () => {
  type Operation = { description?: string; security?: Record<string, string[]>[] };
  const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(await openapiText());
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ofKeys = operations.flatMap(({ description, security = [] }) =>
    security.flatMap(({ apiKey = [] }) => apiKey.map((scope) => ({ scope, description }))),
  );
  assert(ofKeys.length > 0);
  for (const { scope, description = '' } of ofKeys) assert(description.includes(`\`${scope}\``), scope);
});
