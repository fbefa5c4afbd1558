import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingText, confirmClosing } from './confirm-closing.ts';

test('closing a store says what happens, and that released licenses do not come back', () => {
  const contents = { customers: 2, licenses: 3 };
  const text = (mode: 'Closed' | 'Released') => closingText({ id: 'acme', name: 'Acme' }, mode, contents);
  assert.match(text('Closed'), /^Account acme \(Acme\) has 2 customers and 3 licenses\..*410 StoreClosed/);
  assert.match(text('Released'), /keeps for good.*Reopening the store does not/);
});

test('closing a store asks twice: for the account, and for what happens', async () => {
  const questions: string[] = [];
  const closing = { id: 'acme', mode: 'Released', confirm: undefined } as const;
  const withAnswers = (...answers: string[]) =>
    confirmClosing(closing, (question) => {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? assert.fail('a third question'));
    });
  await withAnswers('acme', 'Released');
  assert.equal(questions.length, 2);
  await assert.rejects(withAnswers('beta'), { detail: '"beta" is not acme: nothing was changed' });
  await assert.rejects(withAnswers('acme', 'Closed'), {
    detail: '"Closed" is not Released: nothing was changed',
  });
  await assert.rejects(withAnswers('acme', ''), { detail: '"" is not Released: nothing was changed' });
});
