import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineProblem, forbidden, notFound, overloaded } from '../../../kernel/problem.ts';
import { LINK_EXPIRED, problemText } from './problem-text.ts';

const tooMany = defineProblem({ status: 429, errorType: 'TooMany', title: 'Too many' });
const failed = defineProblem({ status: 500, errorType: 'Failed', title: 'The server failed' });

test('a temporary refusal says when to try again, and offers it; others lead on', () => {
  const linkFor = (problem: Parameters<typeof problemText>[0]) =>
    problemText(problem, 't', { language: 'en' }).action.href;
  const wait = (seconds: string) => ({ headers: { 'retry-after': seconds } });
  assert.deepEqual([tooMany(), overloaded(wait('2')), failed(), notFound(), forbidden()].map(linkFor), [
    '',
    '',
    '',
    '/',
    '/',
  ]);
  assert.equal(linkFor(notFound({ reason: LINK_EXPIRED })), '/account/orders');
  const textOf = (seconds: string, language: 'en' | 'de') =>
    problemText(tooMany(wait(seconds)), 't', { language }).text;
  assert.match(textOf('1', 'en'), /try again in a moment\.$/);
  assert.match(textOf('30', 'en'), /try again in 30 seconds\.$/);
  assert.match(textOf('150', 'de'), / in 3 Minuten noch einmal\.$/);
  assert.match(
    problemText(overloaded(wait('5')), 't', { language: 'de' }).text,
    / in 5 Sekunden noch einmal\.$/,
  );
});

test('what does not exist leads to the shop of the vendor, or to what a closed one still has', () => {
  const actionOf = (owner: Parameters<typeof problemText>[2]['owner'], language: 'en' | 'de' = 'en') =>
    Object.values(problemText(notFound(), 't', { language, owner }).action);
  assert.deepEqual(actionOf({}), ['Go to the shop', '/shop']);
  assert.deepEqual(actionOf({}, 'de'), ['Zum Shop', '/shop']);
  assert.deepEqual(actionOf({ closure: 'Released' }), ['My products', '/account']);
  assert.deepEqual(actionOf({ closure: 'Closed' }), ['Orders', '/account/orders']);
});

test('a refusal has the words of the server in English, and none of them in German', () => {
  const refusal = forbidden({ detail: 'The demo account is off.' });
  assert.deepEqual(problemText(refusal, 't-1', { language: 'en' }), {
    heading: 'This is not permitted',
    text: 'The demo account is off.',
    action: { label: 'Go to the start page', href: '/' },
    reference: { label: 'Reference', id: 't-1' },
  });
  const german = problemText(refusal, 't-1', { language: 'de' });
  assert.equal(german.heading, 'Diese Seite lässt sich nicht öffnen');
  assert.doesNotMatch(JSON.stringify(german), /permitted|demo/);
  assert.doesNotMatch(problemText(failed(), 't', { language: 'en' }).text, /server failed/);
});

test('a failure has the reference that its log has, and a page that does not exist has none', () => {
  assert.equal(problemText(failed(), 't-1', { language: 'de' }).reference?.id, 't-1');
  assert.equal(problemText(notFound(), 't-1', { language: 'en' }).reference, undefined);
});
