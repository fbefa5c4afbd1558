import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as holds, constantFrom, property, record, string, uint8Array } from 'fast-check';
import { MAX_DEVICE_TOKEN_CHARACTERS, readDeviceToken } from './device-token.ts';

const DEVICE = { id: 'sig-1', name: 'Studio Mac', productId: 'demo-app' };
const JSON_TEXT = JSON.stringify({ ...DEVICE, format: 'JWT' });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('a device token is read, however it was wrapped on its way', () => {
  const plain = base64(JSON_TEXT);
  const spellings = [
    plain,
    `\uFEFF${plain}\r\n`,
    plain.replaceAll(/(.{10})/g, '$1\r\n'),
    plain.replaceAll(/(.{7})/g, '$1 \t'),
    plain.replace(/=+$/, ''),
    `${plain},`,
    Buffer.from(JSON_TEXT).toString('base64url'),
    JSON_TEXT,
    base64(JSON_TEXT.replace(/\}$/, ',}')),
    base64(JSON_TEXT.replace(/\}$/, ',\r\n}\r\n')),
    base64(`${JSON_TEXT},`),
    base64(` \n${JSON_TEXT}\n `),
    base64(JSON.stringify({ ...DEVICE, extra: { deep: [1] } })),
  ];
  for (const text of spellings) assert.deepEqual(readDeviceToken(text), { token: DEVICE }, text);
});

test('text that is not a device token is refused as such', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '[]',
    'null',
    base64('[]'),
    base64('7'),
    base64('"x"'),
    'ä',
    '====',
    'A',
    base64('{"id":'),
  ]) {
    assert.deepEqual(readDeviceToken(text), { issues: { body: ['is not a device token'] } }, text);
  }
  const long = readDeviceToken('A'.repeat(MAX_DEVICE_TOKEN_CHARACTERS + 1));
  assert.deepEqual(long, { issues: { body: ['must have at most 8192 characters'] } });
});

test('every issue of the fields is reported', () => {
  const read = readDeviceToken(JSON.stringify({ id: ' ', name: 'x'.repeat(257), format: 'XML' }));
  assert.deepEqual('issues' in read && Object.keys(read.issues), ['id', 'name', 'productId', 'format']);
  for (const id of ['x'.repeat(513), 7, null, 'a\0b', '\uD800', ['x']]) {
    const bad = readDeviceToken(JSON.stringify({ ...DEVICE, id }));
    assert.deepEqual('issues' in bad && Object.keys(bad.issues), ['id'], JSON.stringify(id));
  }
  assert.deepEqual(readDeviceToken('{"__proto__":{"id":"a","name":"b","productId":"c"}}'), {
    issues: {
      id: ['must be a text that is not blank'],
      name: ['must be a text that is not blank'],
      productId: ['must be a text that is not blank'],
    },
  });
});

test('any device survives the way there and back', () => {
  const word = (most: number) =>
    string({ minLength: 1, maxLength: most, unit: 'grapheme' }).filter(
      (text) => text.trim() !== '' && text.length <= most,
    );
  holds(
    property(
      record({ id: word(80), name: word(80), productId: word(80) }, { noNullPrototype: true }),
      constantFrom('base64', 'base64url'),
      (device, encoding) => {
        const file = Buffer.from(JSON.stringify({ ...device, format: 'JWT' })).toString(
          encoding === 'base64' ? 'base64' : 'base64url',
        );
        assert.deepEqual(readDeviceToken(file), { token: device });
      },
    ),
  );
});

test('any file at all is read or refused, and never throws', () => {
  holds(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      for (const text of [Buffer.from(bytes).toString('latin1'), Buffer.from(bytes).toString('base64')]) {
        const read = readDeviceToken(text);
        assert.ok('token' in read || Object.keys(read.issues).length > 0);
      }
    }),
  );
});

test('a file in which any one byte was changed to any other is read or refused, and says nothing it cannot hold', () => {
  const file = Buffer.from(base64(JSON_TEXT));
  for (const position of file.keys()) {
    for (let byte = 0; byte <= 255; byte += 1) {
      const changed = Buffer.from(file);
      changed[position] = byte;
      const read = readDeviceToken(changed.toString('latin1'));
      if (!('token' in read)) continue;
      const texts = Object.values(read.token);
      assert.ok(
        texts.every((text) => text.isWellFormed() && text.trim() !== ''),
        `${position}: ${byte}`,
      );
    }
  }
});

test('a device without a name has one, and the longest texts are accepted', () => {
  const read = (changes: object) => readDeviceToken(JSON.stringify({ ...DEVICE, ...changes }));
  for (const name of ['', ' \n'])
    assert.deepEqual(read({ name }), { token: { ...DEVICE, name: 'Unknown device' } });
  assert.ok('issues' in read({ name: undefined }));
  const longest = { id: 'x'.repeat(512), name: 'n'.repeat(256), productId: 'p'.repeat(256) };
  assert.deepEqual(read(longest), { token: longest });
  for (const [field, value] of Object.entries(longest)) {
    const most = value.length;
    assert.deepEqual(read({ [field]: `${value}x` }), {
      issues: { [field]: [`must have at most ${most} characters`] },
    });
  }
  assert.deepEqual(readDeviceToken(JSON_TEXT.padEnd(MAX_DEVICE_TOKEN_CHARACTERS)), { token: DEVICE });
});
