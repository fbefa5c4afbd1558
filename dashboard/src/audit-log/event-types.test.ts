import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { auditDe } from './audit-de.ts';
import { auditEn } from './audit-en.ts';

const MODULES = new URL('../../../server/src/modules', import.meta.url).pathname;

/** Every type of event that a module declares: those of the files that say what a module records. */
function eventTypes(): string[] {
  const files = globSync('**/*.ts', { cwd: MODULES }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(`${MODULES}/${file}`, 'utf8'));
  const types = texts.flatMap((text) =>
    text.includes('platform/journal/record.ts')
      ? (text.match(/'[a-z-]+\.[a-z-]+'/g) ?? [])
      : (text.match(/(?<=type: )'[a-z-]+\.[a-z-]+'(?=, subjects: )/g) ?? []),
  );
  return [...new Set(types)].map((type) => type.slice(1, -1)).toSorted();
}

test('every type of event that is recorded has a name in each language', () => {
  const types = eventTypes();
  assert.ok(types.includes('license.granted') && types.includes('product.changed'));
  for (const texts of [auditEn, auditDe]) assert.deepEqual(Object.keys(texts.types).toSorted(), types);
});
