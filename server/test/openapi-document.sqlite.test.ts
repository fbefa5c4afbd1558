import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openapiText } from '../src/openapi.ts';
import { withoutReferences } from './whole-document.ts';

interface Operation {
  readonly operationId?: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: Record<string, string[]>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<string, Answer>;
}
interface Answer {
  readonly description: string;
  readonly headers?: Record<string, { readonly required?: boolean }>;
  readonly content?: Record<string, { readonly schema: Refusal }>;
}
interface Refusal {
  readonly allOf?: readonly { readonly properties?: { readonly errorType?: { readonly enum?: string[] } } }[];
}
interface Components {
  readonly schemas: Record<string, { readonly properties?: Record<string, { readonly enum?: unknown }> }>;
  readonly securitySchemes: object;
}
interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Components;
}

let published = '';
let document: Document;
let operations: [name: string, operation: Operation][] = [];
before(async () => {
  published = await openapiText();
  document = Object(withoutReferences(JSON.parse(published)));
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      described,
    ]),
  );
  assert.ok(operations.length > 100, 'the document has hardly any operation');
});

function operation(name: string): Operation {
  return operations.find((entry) => entry[0] === name)?.[1] ?? assert.fail(`there is no ${name}`);
}

function codesOf({ content = {} }: Answer): string[] {
  const [refusal] = Object.values(content);
  return refusal?.schema.allOf?.flatMap(({ properties }) => properties?.errorType?.enum ?? []) ?? [];
}

test('no two types of a generated client have the same name', () => {
  const { schemas, securitySchemes }: Components = Object(JSON.parse(published)).components;
  const names = [
    ...Object.keys(securitySchemes),
    ...Object.entries(schemas).flatMap(([schema, { properties = {} }]) => [
      schema,
      // As generators name a list of values that has no title.
      ...Object.entries(properties).flatMap(([name, { enum: values }]) => (values ? [schema + name] : [])),
    ]),
  ];
  const groups = Map.groupBy(names, (name) => name.toLowerCase());
  assert.deepEqual(
    [...groups.values()].filter(({ length }) => length > 1),
    [],
  );
});

test('docs/openapi.json is what the server publishes (npm run openapi)', async () => {
  const file = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const [fileText, documentText] = [file, published].map((text) => JSON.stringify(JSON.parse(text)));
  // Not `assert.equal`, which would print both.
  assert.ok(fileText === documentText, 'run npm run openapi');
});

test('every text of the document is Unicode, which the JSON readers of all languages take', () => {
  const broken: string[] = [];
  JSON.parse(published, (name: string, value: unknown) => {
    if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
      broken.push(`${name}: ${JSON.stringify(value)}`);
    return value;
  });
  assert.deepEqual(broken, []);
});

test('no bound excludes its number, which generators for Go cannot read', () => {
  assert.doesNotMatch(published, /"exclusive(Minimum|Maximum)"/);
});

test('patterns keep to what the expressions of Python and Go can read, too', () => {
  const patterns: string[] = [];
  JSON.parse(published, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value);
    return value;
  });
  assert.ok(patterns.length > 10);
  // No classes of Unicode, `\\u`, groups that look around or are named, and references back.
  const foreign = /\\(?:[pPukcC]|[1-9])|\(\?(?!:)/;
  assert.deepEqual(
    [...new Set(patterns.filter((pattern) => foreign.test(pattern) || !pattern.isWellFormed()))],
    [],
  );
});

test('every section is declared with a description, and has operations', () => {
  const sections = new Set(operations.flatMap(([, { tags }]) => tags));
  assert.deepEqual(document.tags.map(({ name }) => name).toSorted(), [...sections].toSorted());
});

test('every default is valid by its own schema', () => {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  const faults: string[] = [];
  let count = 0;
  const check = (part: unknown, place: string): void => {
    if (typeof part !== 'object' || part === null || /example/.test(place)) return;
    if ('default' in part && !place.endsWith('/properties')) {
      count += 1;
      if (!ajv.validate(part, part.default)) faults.push(`${place}: ${ajv.errorsText()}`);
    }
    for (const [key, each] of Object.entries(part)) check(each, `${place}/${key}`);
  };
  check(document, '');
  assert.ok(count > 50, 'hardly any default was found');
  assert.deepEqual(faults, []);
});

test('a bound of a number or a text is in its schema, and not only in its description', () => {
  const vague: string[] = [];
  JSON.parse(published, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('description' in part && 'type' in part)) return part;
    const isBound = /at most [\d,]+( |\.|$)|\b(from|in) \d+ to [\d,]+ /i.test(String(part.description));
    const hasBound = ['maximum', 'maxLength', 'maxItems'].some((bound) => bound in part);
    if (isBound && !hasBound && ['string', 'number', 'integer'].includes(String(part.type)))
      vague.push(String(part.description));
    return part;
  });
  assert.deepEqual(vague, []);
});

test('every operation has a name of its own, says what it does, and says who may call it', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  assert.deepEqual(
    ids.filter((id, index) => id === undefined || ids.indexOf(id) < index),
    [],
  );
  for (const [name, { operationId = '', summary = '', description = '', security }] of operations) {
    assert.match(operationId, /^[a-z][A-Za-z]+$/, name);
    assert.ok(summary !== '' && description !== '' && security !== undefined, name);
    for (const scheme of security.flatMap((alternative) => Object.keys(alternative)))
      assert.ok(scheme in document.components.securitySchemes, `${name} ${scheme}`);
  }
});

test('every operation of the Core API says in its description which scope its key needs', () => {
  const scopes = operations.flatMap(([name, { security = [], description = '' }]) =>
    security.flatMap(({ vendorKey = [] }) => vendorKey.map((scope) => ({ name, scope, description }))),
  );
  assert.ok(scopes.length > 50);
  for (const { name, scope, description } of scopes)
    assert.ok(description.includes(`\`${scope}\``), `${name} ${scope}`);
});

test('every refusal names its codes, in its schema and for readers', () => {
  for (const [name, { responses }] of operations) {
    for (const [status, answer] of Object.entries(responses)) {
      if (Number(status) < 400 || status === '416') continue;
      const codes = codesOf(answer);
      assert.ok(codes.length > 0, `${name} ${status}`);
      for (const code of codes) assert.ok(answer.description.includes(`\`${code}\``), `${name} ${code}`);
    }
  }
});

test('a refusal is listed at the operations that return it, beside those of every operation', () => {
  const { responses } = operation('POST /api/client/licenses/{productId}/validate');
  assert.deepEqual(Object.keys(responses), [
    '200',
    '400',
    '403',
    '404',
    '410',
    '413',
    '415',
    '422',
    '429',
    '503',
  ]);
  assert.deepEqual(codesOf(responses['400'] ?? assert.fail()), [
    'InvalidLicenseToken',
    'LicenseRevoked',
    'LicenseActivationRevoked',
    'LicenseExpired',
    'ReleaseNotCovered',
    'InvalidInput',
    'MalformedRequest',
  ]);
  const created = operation('POST /api/products').responses;
  assert.deepEqual(codesOf(created['409'] ?? assert.fail()), [
    'ProductExists',
    'VariationExists',
    'IdempotencyKeyInFlight',
  ]);
  assert.deepEqual(codesOf(created['403'] ?? assert.fail()), ['Forbidden']);
  assert.deepEqual(codesOf(created['422'] ?? assert.fail()), ['IdempotencyKeyReused']);
});

test('a choice is an enum, an object that a constant tells from the others, or null: generators have no other types', () => {
  const choices: unknown[] = [];
  JSON.stringify(JSON.parse(published), (key, value) => {
    if (key === 'anyOf') choices.push(value);
    return key === 'examples' ? undefined : value;
  });
  const others = choices.filter((parts) => !JSON.stringify(parts).endsWith('{"type":"null"}]'));
  assert.deepEqual(
    [...new Set(others.map((parts) => JSON.stringify(parts)))],
    [
      '[{"$ref":"#/components/schemas/ImportResult"},{"$ref":"#/components/schemas/ImportSummary"}]',
      // The highest major version of a variation: a number, or the one that is current at the purchase.
      '[{"type":"string","const":"current"},{"type":"integer"}]',
    ],
  );
  const { Offer } = JSON.parse(published).components.schemas;
  assert.deepEqual(Offer.discriminator, {
    propertyName: 'scope',
    mapping: { Item: '#/components/schemas/ItemOffer', Cart: '#/components/schemas/CartOffer' },
  });
});

test('clients generated from the document have the tokens, the totals and the Location that the server always sends', () => {
  const answerOf = (name: string) => operation(name).responses['200'] ?? assert.fail(name);
  for (const action of ['sign-in', 'refresh', 'sign-up']) {
    const schema = JSON.stringify(answerOf(`POST /api/customer/identity/${action}`).content);
    assert.match(schema, /"required":\[[^\]]*"accessToken","refreshToken"\]/, action);
  }
  const { oneOf: discounts } = JSON.parse(published).components.schemas.VariationDiscount;
  assert.equal(discounts.length, 2);
  for (const { required } of discounts) assert.ok(required.includes('total'), required);
  assert.deepEqual(answerOf('POST /api/customer/inventory/activate').headers?.['location']?.required, true);
  const redirects = [
    'customer/inventory/products/{productId}/download/{version}/{key}',
    'customer/inventory/products/{productId}/download/{platform}/latest',
  ];
  for (const path of redirects)
    assert.equal(operation(`GET /api/${path}`).responses['302']?.headers?.['location']?.required, true, path);
});

test('the headers idempotency-key and if-match are parameters where they count', () => {
  const headersOf = ({ parameters = [] }: Operation): string[] =>
    parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  for (const [name, whole] of operations) {
    const isCore = whole.security?.some(({ vendorKey }) => vendorKey !== undefined) === true;
    const isIdempotent =
      (isCore && name.startsWith('POST ')) || name === 'POST /api/customer/vouchers/redeem';
    const expected = [
      ...('412' in whole.responses ? ['if-match'] : []),
      ...(isIdempotent ? ['idempotency-key'] : []),
      ...(name === 'GET /api/events/stream' ? ['last-event-id'] : []),
      ...(name.includes('/subscription-links') ? ['subscription-token'] : []),
    ];
    assert.deepEqual(headersOf(whole), expected, name);
  }
  assert.deepEqual(headersOf(operation('PATCH /api/products/{id}')), ['if-match']);
});

test('downloads may be requested with a license token', () => {
  const name = 'GET /api/customer/inventory/products/{productId}/download/{version}/{key}';
  assert.ok(operation(name).security?.some(({ licenseToken }) => licenseToken !== undefined));
});

test('nothing of how the server works inside is published', () => {
  const keywords = new Set<string>();
  const text: unknown = JSON.parse(published, (key: string, value: unknown) => {
    keywords.add(key);
    return value;
  });
  assert.ok(typeof text === 'object' && keywords.has('paths'));
  const leaks = [...keywords].filter((key) =>
    /^(x-|~)|^(access|errorMessage|kinds|config|isOptional)$/.test(key),
  );
  assert.deepEqual(leaks, []);
});
