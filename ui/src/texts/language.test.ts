import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLanguage } from './language.ts';

const AUSTRIAN = ['de-AT', 'en-GB'];

const choice = (...[wishes, browser]: Parameters<typeof chooseLanguage>): string[] => {
  const { language, locale } = chooseLanguage(wishes, browser);
  return [language, locale];
};

describe('the language of a page', () => {
  it('is the first that somebody asks for and the page is written in', () => {
    assert.deepEqual(choice([undefined, 'fr-FR', 'de-CH', 'en'], []), ['de', 'de-CH']);
    assert.deepEqual(choice(['en', 'de'], []), ['en', 'en']);
  });

  it('takes the region of the browser when the wish has none', () => {
    assert.deepEqual(choice(['de'], AUSTRIAN), ['de', 'de-AT']);
    assert.deepEqual(choice(['en', ...AUSTRIAN], AUSTRIAN), ['en', 'en-GB']);
    assert.deepEqual(choice(['de'], ['en-US']), ['de', 'de']);
  });

  it('is English when nobody asks for one that it has, or writes no language tag', () => {
    assert.deepEqual(choice(['fr', 'toString', 'not a tag', ''], ['fr-FR']), ['en', 'en']);
  });
});
