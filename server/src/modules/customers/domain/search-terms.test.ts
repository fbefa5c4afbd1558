import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchPrefix, searchTerms } from './search-terms.ts';

const ada = {
  name: 'Ada King Lovelace',
  businessName: null,
  email: 'Ada.L+shop@mail.Example.co.uk',
  isDeleted: false,
};

/** Whether a search finds a customer. */
function finds(text: string, customer: Parameters<typeof searchTerms>[0] = ada): boolean {
  return searchTerms(customer).some((term) => term.startsWith(searchPrefix(text)));
}

test('a customer is found by the beginning of any word of the name, of the email and of its domain', () => {
  for (const text of [
    'ad',
    'KING',
    'love',
    'ada king',
    'king love',
    'Lovelace, Ada',
    'ada.l',
    'shop@',
    'mail.ex',
    'example',
  ])
    assert.ok(finds(text), text);
  for (const text of ['da', 'ovelace', 'ada lovelace king', 'uk', 'xample', 'ada@mail'])
    assert.ok(!finds(text), text);
});

test('accents, case and marks do not matter', () => {
  const customer = { ...ada, name: 'Jean-Luc O’Müller', businessName: 'Žiška & Søn, a.s.' };
  for (const text of ['jean-luc', 'Luc', 'muller', 'MÜLL', 'ziska', 'søn', 'o’m'])
    assert.ok(finds(text, customer), text);
});

test('nobody is found by what they do not have, and a deleted customer by nothing', () => {
  assert.deepEqual(searchTerms({ ...ada, isDeleted: true }), []);
  assert.deepEqual(searchTerms({ name: null, businessName: null, email: 'a@b.example', isDeleted: false }), [
    'a@b.example',
    'b.example',
  ]);
});

test('no name makes more than 24 terms, or longer ones than 64 characters', () => {
  const terms = searchTerms({ ...ada, name: 'x '.repeat(100), businessName: 'y'.repeat(200) });
  assert.ok(terms.length <= 24);
  assert.ok(terms.every((term) => term.length <= 64));
  assert.ok(finds('y'.repeat(200), { ...ada, businessName: 'y'.repeat(200) }));
});
