import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { IMPORT_FIELDS } from './import-fields.ts';
import { importKindsOf } from '../session/import-scopes.ts';
import { type Column, gapsOf, guessChoices, mappingOf } from './mapping.ts';

const fields = IMPORT_FIELDS.licenses;
const column = (name: string, ...texts: string[]): Column => ({ name, texts, example: texts[0] ?? '' });

test('columns are mapped by the name of the field first, then by usual names, and dates by an example', () => {
  const columns = [
    column('Customer ID'),
    column('E-Mail'),
    column('License_ID'),
    column('Product', 'Pro'),
    column('Expires', '31.12.2027'),
    column('updatesUntil', '1767225600'),
    column('createdAt', '2026-01-01'),
    column('Notes'),
  ];
  const choices = guessChoices(fields, columns);
  assert.deepEqual(choices, {
    ownerExternalId: { column: 'Customer ID' },
    ownerEmail: { column: 'E-Mail' },
    externalId: { column: 'License_ID' },
    productId: { column: 'Product' },
    expiresAt: { column: 'Expires', format: 'DD.MM.YYYY' },
    updatesUntil: { column: 'updatesUntil', format: 'unix' },
    createdAt: { column: 'createdAt' },
  });
  const gaps = gapsOf(fields, choices, columns);
  assert.deepEqual([gaps.missing, gaps.unused.map(({ name }) => name)], [[], ['Notes']]);
});

test('German columns are known', () => {
  const names = [
    'Lizenznummer',
    'Kunde',
    'Produkt',
    'Schlüssel',
    'Plätze',
    'Gültig bis',
    'Geräte',
    'Plaetze',
  ];
  const choices = guessChoices(
    fields,
    names.map((name) => column(name, '31.12.2027')),
  );
  assert.deepEqual(choices, {
    externalId: { column: 'Lizenznummer' },
    ownerEmail: { column: 'Kunde' },
    productId: { column: 'Produkt' },
    keyCode: { column: 'Schlüssel' },
    maxNumberOfActivations: { column: 'Plätze' },
    expiresAt: { column: 'Gültig bis', format: 'DD.MM.YYYY' },
    activations: { column: 'Geräte' },
  });
});

test('a day beyond 12 tells which of two forms a date with slashes has', () => {
  const formOf = (text: string) => guessChoices(fields, [column('expires', text)])['expiresAt']?.format;
  assert.deepEqual([formOf('31/12/2027'), formOf('12/31/2027')], ['DD/MM/YYYY', 'MM/DD/YYYY']);
});

test('the mapping has what texts mean only where that differs, and names what is required', () => {
  const columns = [column('Product', 'Pro', 'Lite', 'Old')];
  const choices = {
    productId: { column: 'Product', meanings: { Pro: 'my-app', Old: '' } },
    keyCode: { column: 'Product', meanings: {} },
    offlineActivationsAllowed: { value: 'yes' },
    ownerEmail: { value: '' },
  };
  assert.deepEqual(JSON.parse(mappingOf(choices, columns)), {
    fields: {
      productId: { column: 'Product', values: { Pro: 'my-app', Lite: 'Lite', Old: null } },
      keyCode: { column: 'Product' },
      offlineActivationsAllowed: { value: 'yes' },
    },
  });
  assert.deepEqual(gapsOf(fields, choices, columns).missing, [fields[0]]);
});

interface LineSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

test('every field is one that the import of its kind has, and every required one is offered', () => {
  const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  const document: { components: { schemas: Record<string, LineSchema> } } = JSON.parse(text);
  for (const [kind, offered] of Object.entries(IMPORT_FIELDS)) {
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1, -1)}Line`;
    const schema = document.components.schemas[name];
    assert.ok(schema, name);
    const paths = new Set(offered.map(({ path }) => path.split('.')[0] ?? ''));
    for (const path of paths) assert.ok(Object.hasOwn(schema.properties, path), `${kind}: ${path}`);
    for (const path of schema.required ?? []) assert.ok(paths.has(path), `${kind} needs ${path}`);
  }
});

test('what a role may not import is not offered', () => {
  assert.deepEqual(
    importKindsOf((scope) => scope === 'licenses:write'),
    ['licenses'],
  );
  assert.equal(importKindsOf(() => true).length, 6);
});
