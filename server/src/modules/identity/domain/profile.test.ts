import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greetedName } from './profile.ts';

test('a mail greets people by their names', () => {
  for (const name of [
    'Ada Lovelace',
    'J. R. R. Tolkien',
    "Conan O'Brien",
    'Łukasz Żółć-Nowak',
    '山田 太郎',
    'Bob Jr.',
    'x'.repeat(60),
  ])
    assert.equal(greetedName(name), name);
});

test('a name that mail readers would make a link of, or that is a message, is left out', () => {
  for (const name of [
    null,
    'You won: https://evil.example',
    'go to evil.example/prize',
    'evil.example',
    'write to me@evil.example',
    'тест.рф',
    'x'.repeat(61),
  ])
    assert.equal(greetedName(name), null, String(name));
});
