import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { AccountSettings, completeSettings } from '../src/modules/accounts/settings.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/guide/settings.md');

interface Documented {
  readonly unit: string;
  readonly initial: string;
  readonly meaning: string;
}

/** The rows of the table: `| name | unit | default | meaning |`. */
async function documented(): Promise<Map<string, Documented>> {
  const rows = [
    ...(await readFile(DOCUMENT, 'utf8')).matchAll(
      /^\| `([\w.]+)` \| ([^|]*) \| ?([^|]*?) ?\| ([^|]*) \|$/gm,
    ),
  ];
  return new Map(
    rows.map(([, name = '', unit = '', initial = '', meaning = '']) => [name, { unit, initial, meaning }]),
  );
}

/** Names of all settings, those of groups with the group before them. */
function settingNames(): string[] {
  return Object.entries(AccountSettings.properties).flatMap(([name, schema]) =>
    'properties' in schema ? Object.keys(schema.properties).map((field) => `${name}.${field}`) : [name],
  );
}

function valueOf(settings: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, part) => new Map(Object.entries(Object(value))).get(part), settings);
}

test('docs/guide/settings.md names every setting of an account and no other, with its unit and default', async () => {
  const rows = await documented();
  const names = settingNames();
  assert.ok(names.includes('limits.signInPerMinute'), names.join());
  assert.deepEqual([...rows.keys()].toSorted(), names.toSorted());
  const defaults = completeSettings({}) ?? assert.fail('an account without settings is complete');
  for (const [name, { unit, initial, meaning }] of rows) {
    assert.ok(unit !== '' && meaning !== '', `${name} has a unit and a meaning`);
    const value = name === 'defaultCurrency' ? undefined : valueOf(defaults, name);
    if (value === undefined) assert.doesNotMatch(initial, /^`/, `${name} has no value by default`);
    else
      assert.equal(
        initial.replaceAll('`', ''),
        typeof value === 'string' ? value : JSON.stringify(value),
        name,
      );
  }
});
