import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { OPERATOR_SCOPES } from '../src/modules/accounts/index.ts';
import { AccountSettings } from '../src/modules/accounts/settings/settings-schema.ts';
import { completeSettings } from '../src/modules/accounts/settings/settings.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENT = path.join(ROOT, 'docs/guide/settings.md');

interface Documented {
  readonly unit: string;
  readonly initial: string;
  readonly meaning: string;
}

/** The rows of the table below a heading: `| name | unit | default | meaning |`. */
async function documented(heading: 'Environment' | 'Account settings'): Promise<Map<string, Documented>> {
  const [, section = ''] = (await readFile(DOCUMENT, 'utf8')).split(`\n## ${heading}\n`);
  const rows = [
    ...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w.]+)` \| ([^|]*) \| ?([^|]*?) ?\| ([^|]*) \|$/gm),
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
  const rows = await documented('Account settings');
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

test('docs/guide/settings.md names every variable that the server reads and no other, with its unit and default', async () => {
  const parts = ['config.ts', 'config-operators.ts'].map((name) =>
    readFile(path.join(ROOT, 'server/src/platform', name), 'utf8'),
  );
  const config = (await Promise.all(parts)).join('\n');
  const calls = [
    ...config.matchAll(
      /read\.\w+\('([A-Z0-9_]+)'(?:, (\[[^\]]*\]|[^,)]+))?(?:, ('\w+'))?|env\['([A-Z_]+)'\]/g,
    ),
  ];
  const names = new Set(calls.map(([, name, , , raw]) => name ?? raw ?? ''));
  assert.ok(names.size > 10, 'the configuration is read in another way than this test knows');
  const rows = await documented('Environment');
  assert.deepEqual([...rows.keys()].toSorted(), [...names].toSorted());
  for (const [name, { unit, meaning }] of rows)
    assert.ok(unit !== '' && meaning !== '', `${name} has a unit and a meaning`);
  const initials = calls.flatMap(([, name = '', second = '', third]): [string, string][] => {
    const initial = (third ?? second).replaceAll(/[_']/g, '');
    return /^(\d+|true|false|[a-z]+)$/.test(initial) && initial !== 'isProduction' ? [[name, initial]] : [];
  });
  assert.ok(initials.length >= 7, initials.join(' '));
  for (const [name, initial] of initials)
    assert.equal(rows.get(name)?.initial.replaceAll('`', ''), initial, name);
});

test('docs/guide/core-api.md names the scopes that no operation asks an API key for, and no other', async () => {
  const guide = await readFile(path.join(ROOT, 'docs/guide/core-api.md'), 'utf8');
  const [, sentence = ''] = /No operation asks an API key for ([^.]*)\./.exec(guide) ?? [];
  assert.deepEqual(
    [...sentence.matchAll(/`([a-z:]+)`/g)].map(([, scope]) => scope),
    OPERATOR_SCOPES,
  );
});

test('the README keeps no table of its own, and leads to the settings', async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  assert.doesNotMatch(readme, /^\| `[A-Z_]+` \|/m);
  assert.match(readme, /\]\(docs\/guide\/settings\.md\)/);
});
