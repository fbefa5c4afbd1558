import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNews } from './news.ts';

test('each thing counts once, from its last change on', () => {
  const news = createNews();
  news.add('order', 'a', 10);
  news.add('order', 'b', 20);
  news.add('order', 'a', 30);
  news.add('license', 'a', 30);
  assert.equal(news.count('order', 0), 2);
  assert.equal(news.count('order', 20), 1);
  assert.equal(news.count('order', 30), 0);
  assert.equal(news.count('customer', 0), 0);
});

test('a window that is open for days keeps no more than a thousand', () => {
  const news = createNews();
  for (let n = 1; n <= 1_100; n += 1) news.add('order', String(n), n);
  assert.equal(news.count('order', 0), 1_000);
  assert.equal(news.count('order', 1_099), 1);
});

test('whoever listens hears of each change until they stop', () => {
  const news = createNews();
  let calls = 0;
  const stop = news.subscribe(() => {
    calls += 1;
  });
  news.add('order', 'a', 1);
  stop();
  news.add('order', 'b', 2);
  assert.equal(calls, 1);
});
