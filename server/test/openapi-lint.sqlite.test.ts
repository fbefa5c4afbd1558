import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiText } from '../src/openapi.ts';

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(
    ({ ruleId, message, location: [first] }) => `${ruleId}: ${message} ${first?.pointer ?? ''}`,
  );
}

test('the document keeps all recommended rules of Redocly, warnings included', async () => {
  assert.deepEqual(await lint(await openapiText()), []);
});

test('a document that breaks one of these rules is found', async () => {
  const broken = (await openapiText()).replaceAll(/"summary":"[^"]*",/g, '');
  const [first = ''] = await lint(broken);
  assert.match(first, /^operation-summary: /);
});
