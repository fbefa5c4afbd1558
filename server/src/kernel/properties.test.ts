import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import {
  MAX_PROPERTIES_BYTES,
  checkProperties,
  isCustomProperties,
  publicProperties,
  tokenProperties,
} from './properties.ts';

const flags = { public: true, includeInToken: false };

function objectOf(levels: number): { type: string; value: unknown } {
  const value = levels === 1 ? { type: 'text', value: 'leaf' } : objectOf(levels - 1);
  return { type: 'object', value: { inner: value } };
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,9}$/),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'),
);
const scalar = fc.oneof(
  fc.record({ type: fc.constant('text'), value: anyText(20) }),
  fc.record({ type: fc.constant('number'), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
  fc.record({
    type: fc.constant('date'),
    value: fc
      .date({
        noInvalidDate: true,
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
      })
      .map((date) => date.toISOString()),
  }),
);
const typedAt = (levels: number): fc.Arbitrary<{ type: string; value: unknown }> =>
  levels === 0
    ? scalar
    : fc.oneof(
        scalar,
        fc.record({
          type: fc.constant('object'),
          value: fc.dictionary(name, typedAt(levels - 1), { minKeys: 1, maxKeys: 3 }),
        }),
      );
const validProperties = fc.dictionary(
  name,
  fc
    .tuple(typedAt(5), fc.boolean(), fc.boolean())
    .map(([typed, isPublic, includeInToken]) => ({ ...typed, public: isPublic, includeInToken })),
  { maxKeys: 5 },
);

test('every set of properties that keeps the rules is valid, whatever its names and depth', () => {
  fc.assert(
    fc.property(validProperties, (properties) => {
      fc.pre(Buffer.byteLength(JSON.stringify(properties)) <= MAX_PROPERTIES_BYTES);
      assert.deepEqual(checkProperties(properties), {});
      assert.equal(isCustomProperties(properties), true);
    }),
  );
});

test('no JSON whatever makes the check throw or pass a value that breaks a rule', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 9 }), (json) => {
      const input = parsed(json);
      const valid = isCustomProperties(input);
      const bare =
        typeof input === 'object' &&
        input !== null &&
        !Array.isArray(input) &&
        Object.keys(input).length === 0;
      assert.equal(valid, bare);
    }),
  );
});

test('a value that is not an object of properties is refused as a whole', () => {
  for (const input of [null, undefined, [], 'text', 12, true]) {
    assert.deepEqual(Object.keys(checkProperties(input)), ['']);
  }
  assert.deepEqual(checkProperties({}), {});
});

test('all issues of all properties are reported together, each under its path', () => {
  const errors = checkProperties({
    '1st': { type: 'text', value: 5, ...flags },
    colour: { type: 'colour', value: 'red', public: 'yes', includeInToken: null, pubic: true },
    empty: { type: 'object', value: {}, ...flags },
    missing: {},
    size: {
      type: 'object',
      value: { 'wi dth': { type: 'number', value: '5' }, height: { type: 'number', value: 5, public: true } },
      ...flags,
    },
    wrong: 7,
  });
  assert.deepEqual(Object.keys(errors).toSorted(), [
    '1st',
    '1st.value',
    'colour.includeInToken',
    'colour.pubic',
    'colour.public',
    'colour.type',
    'empty.value',
    'missing.includeInToken',
    'missing.public',
    'missing.type',
    'missing.value',
    'size.value.height.public',
    'size.value.wi dth',
    'size.value.wi dth.value',
    'wrong',
  ]);
  assert.deepEqual(errors['colour.pubic'], ['is not a known field']);
  assert.deepEqual(errors['size.value.height.public'], ['is not a known field']);
  assert.deepEqual(errors['missing.type'], ['is required']);
  assert.deepEqual(errors['colour.type'], ['must be one of text, number, date, object']);
  assert.deepEqual(errors['wrong'], ['must be an object with type, value, public and includeInToken']);
});

test('each of type, value, public and includeInToken is required', () => {
  const complete = { type: 'text', value: 'x', ...flags };
  for (const field of ['type', 'value', 'public', 'includeInToken']) {
    const property = Object.fromEntries(Object.entries(complete).filter(([key]) => key !== field));
    assert.deepEqual(checkProperties({ a: property }), { [`a.${field}`]: ['is required'] });
  }
});

test('a name starts with a letter or underscore and goes on with letters, digits, underscores, hyphens or periods', () => {
  const property = { type: 'text', value: 'x', ...flags };
  for (const good of ['a', '_', 'Z9', 'a.b-c_d', '__proto__', 'constructor']) {
    assert.deepEqual(checkProperties(Object.fromEntries([[good, property]])), {}, good);
  }
  for (const bad of ['', '1a', '-a', '.a', 'a b', 'ä', 'a\n', 'a$', 'a/b']) {
    assert.deepEqual(Object.keys(checkProperties({ [bad]: property })), [bad], JSON.stringify(bad));
  }
});

test('a value agrees with its type', () => {
  const wrong: [string, unknown][] = [
    ['text', 5],
    ['text', null],
    ['number', '5'],
    ['number', NaN],
    ['number', Infinity],
    ['number', null],
    ['date', 0],
    ['date', '2031-05-01'],
    ['object', 'x'],
    ['object', null],
    ['object', [{ type: 'text', value: 'x' }]],
  ];
  for (const [type, value] of wrong) {
    assert.deepEqual(
      Object.keys(checkProperties({ a: { type, value, ...flags } })),
      ['a.value'],
      `${type} ${String(value)}`,
    );
    const nested = { a: { type: 'object', value: { b: { type, value } }, ...flags } };
    assert.deepEqual(Object.keys(checkProperties(nested)), ['a.value.b.value'], `${type} ${String(value)}`);
  }
});

test('a date is an ISO-8601 date and time that exists, with seconds and an offset', () => {
  const errorsOf = (value: string): string[] =>
    Object.keys(checkProperties({ a: { type: 'date', value, ...flags } }));
  for (const date of [
    '2031-05-01T10:00:00Z',
    '2031-05-01T10:00:00.000Z',
    '2031-05-01T10:00:00.1234567+02:00',
    '2028-02-29T23:59:59-23:59',
    '2000-02-29T00:00:00Z',
    '0001-01-01T00:00:00Z',
  ]) {
    assert.deepEqual(errorsOf(date), [], date);
  }
  for (const text of [
    '',
    'tomorrow',
    '2031-05-01',
    '2031-05-01T10:00:00',
    '2031-05-01T10:00Z',
    '2031-05-01 10:00:00Z',
    '2031-05-01t10:00:00z',
    '2031-5-1T10:00:00Z',
    '2031-13-01T10:00:00Z',
    '2031-00-01T10:00:00Z',
    '2031-04-31T10:00:00Z',
    '2031-05-00T10:00:00Z',
    '2031-02-29T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '2031-05-01T24:00:00Z',
    '2031-05-01T10:60:00Z',
    '2031-05-01T10:00:60Z',
    '2031-05-01T10:00:00.Z',
    '2031-05-01T10:00:00+0200',
    '2031-05-01T10:00:00+24:00',
    '+002031-05-01T10:00:00Z',
    '2031-05-01T10:00:00Z\n',
  ]) {
    assert.deepEqual(errorsOf(text), ['a.value'], JSON.stringify(text));
  }
});

test('objects nest five levels deep and no deeper', () => {
  assert.deepEqual(checkProperties({ a: { ...objectOf(5), ...flags } }), {});
  assert.deepEqual(checkProperties({ a: { ...objectOf(6), ...flags } }), {
    'a.value.inner.value.inner.value.inner.value.inner.value.inner.value': [
      'must not nest objects more than 5 levels deep',
    ],
  });
});

test('an input nested a hundred thousand levels deep is refused without running out of stack', () => {
  const arrays = parsed(
    `{"a":{"type":"text","value":${'['.repeat(100_000)}${']'.repeat(100_000)},"public":true,"includeInToken":true}}`,
  );
  assert.deepEqual(Object.keys(checkProperties(arrays)).toSorted(), ['', 'a.value']);
  const objects = parsed(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  assert.ok(Object.keys(checkProperties(objects)).includes('a.type'));
});

test('48 KB of JSON text are allowed, and not one byte more, counted in UTF-8', () => {
  const sized = (text: string) => ({ a: { type: 'text', value: text, ...flags } });
  const room = MAX_PROPERTIES_BYTES - JSON.stringify(sized('')).length;
  assert.equal(MAX_PROPERTIES_BYTES, 49_152);
  for (const [character, bytes] of [
    ['x', 1],
    ['é', 2],
    ['"', 2],
    ['€', 3],
    ['😀', 4],
    ['\u0001', 6],
  ] as const) {
    const fitting = character.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes);
    assert.deepEqual(checkProperties(sized(fitting)), {}, character);
    assert.deepEqual(
      checkProperties(sized(`${fitting}x`)),
      { '': ['must not exceed 48 KB of JSON text'] },
      character,
    );
  }
});

test('the size that is counted is the size of the JSON text, for any JSON', () => {
  const filler = (length: number) => ({ type: 'text', value: 'x'.repeat(length), ...flags });
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      const set = (length: number) => ({ a: parsed(json), z: filler(length) });
      const fitting = MAX_PROPERTIES_BYTES - Buffer.byteLength(JSON.stringify(set(0)));
      assert.equal(checkProperties(set(fitting))[''], undefined);
      assert.deepEqual(checkProperties(set(fitting + 1))[''], ['must not exceed 48 KB of JSON text']);
    }),
  );
});

test('an input with very many mistakes gets a bounded answer that says there are more', () => {
  const long = 'n'.repeat(10_000);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, 0]));
  const errors = checkProperties({ [long]: { type: 'object', value: many, ...flags } });
  assert.equal(Object.keys(errors).length, 1_000);
  assert.deepEqual(errors[''], [
    'must not exceed 48 KB of JSON text',
    'has more than 1000 issues; the rest is not listed',
  ]);
  assert.ok(JSON.stringify(errors).length < 200_000);
});

test('tokens get the properties meant for them, and customers the public ones, as plain values', () => {
  const properties: unknown = {
    edition: { type: 'text', value: 'pro', public: true, includeInToken: true },
    seats: { type: 'number', value: 2.5, public: false, includeInToken: true },
    since: { type: 'date', value: '2031-05-01T10:00:00+02:00', public: true, includeInToken: false },
    limits: {
      type: 'object',
      value: {
        tracks: { type: 'number', value: 8 },
        deep: { type: 'object', value: { a: { type: 'text', value: '' } } },
      },
      public: false,
      includeInToken: true,
    },
    internal: { type: 'text', value: 'x', public: false, includeInToken: false },
  };
  assert.ok(isCustomProperties(properties));
  assert.deepEqual(tokenProperties(properties), {
    edition: 'pro',
    seats: 2.5,
    limits: { tracks: 8, deep: { a: '' } },
  });
  assert.deepEqual(publicProperties(properties), { edition: 'pro', since: '2031-05-01T10:00:00+02:00' });
});

test('without properties for tokens or customers the result is undefined rather than an empty object', () => {
  const hidden: unknown = { a: { type: 'text', value: 'x', public: false, includeInToken: false } };
  assert.ok(isCustomProperties(hidden));
  for (const properties of [hidden, {}]) {
    assert.equal(tokenProperties(properties), undefined);
    assert.equal(publicProperties(properties), undefined);
  }
});

test('names that mean something to JavaScript are plain data and pollute nothing', () => {
  const typed = (value: string) => `{"type":"object","value":${value}}`;
  const inner = '{"__proto__":{"type":"object","value":{"polluted":{"type":"text","value":"yes"}}}}';
  const properties = parsed(
    `{"__proto__":{"type":"object","value":${inner},"public":true,"includeInToken":true},` +
      `"constructor":{"type":"object","value":{"prototype":${typed(inner)}},"public":true,"includeInToken":true}}`,
  );
  assert.ok(isCustomProperties(properties));
  for (const plain of [tokenProperties(properties), publicProperties(properties)]) {
    const expected =
      '{"__proto__":{"__proto__":{"polluted":"yes"}},"constructor":{"prototype":{"__proto__":{"polluted":"yes"}}}}';
    assert.equal(JSON.stringify(plain), expected);
    assert.equal(Reflect.get(plain ?? {}, 'polluted'), undefined);
  }
  const broken = checkProperties(parsed('{"__proto__":{"type":"text","polluted":1}}'));
  assert.deepEqual(Object.keys(broken).toSorted(), [
    '__proto__.includeInToken',
    '__proto__.polluted',
    '__proto__.public',
    '__proto__.value',
  ]);
  assert.deepEqual(
    checkProperties(parsed('{"__proto__":1}')),
    parsed('{"__proto__":["must be an object with type, value, public and includeInToken"]}'),
  );
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});
