import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MarkdownRenderer } from './markdown-renderer.ts';

const COUNTING = new URL('../../../../test/counting-worker.ts', import.meta.url);

/** A limit that only an endless text reaches. */
const limitMs = 60_000;

test('a text that takes too long is stopped, shown as escaped paragraphs, and not tried again immediately', async () => {
  const renderer = new MarkdownRenderer(COUNTING);
  const stuck = 'stuck <b>\n\nin **it**';
  const plain = '<p>stuck &lt;b&gt;</p>\n<p>in **it**</p>\n';
  assert.equal(await renderer.render('a'), 'a1');
  const both = Promise.all([renderer.render(stuck), renderer.render(stuck), renderer.render('b')]);
  assert.deepEqual(await both, [plain, plain, 'b1'], 'another thread does the rest');
  assert.equal(await renderer.render(stuck), plain);
  assert.deepEqual([await renderer.render('c'), await renderer.render('a')], ['c2', 'a1'], 'remembered');
});

test('a thread that ends, a failure and a page out of proportion cost only their text', async () => {
  const renderer = new MarkdownRenderer(COUNTING, { limitMs });
  const texts = ['crash', 'bad', 'long', 'good'];
  const pages = await Promise.all(texts.map((text) => renderer.render(text)));
  assert.deepEqual(pages, ['<p>crash</p>\n', '<p>bad</p>\n', '<p>long</p>\n', 'good3']);
});

test('a text without a page is tried again until it has one', { timeout: limitMs }, async () => {
  const renderer = new MarkdownRenderer(COUNTING, { limitMs, firstRetryMs: 1 });
  const plain = '<p>late</p>\n';
  let page = await renderer.render('late');
  assert.equal(page, plain);
  for (; page === plain; page = await renderer.render('late')) await turn();
  assert.deepEqual([page, await renderer.render('late')], ['late4', 'late4']);
});

test('too many at the same time are plain, and are rendered later', async () => {
  const renderer = new MarkdownRenderer(COUNTING, { limitMs, maxQueued: 1 });
  const pages = ['a', 'b', 'c'].map((text) => renderer.render(text));
  assert.deepEqual(await Promise.all(pages), ['a1', 'b2', '<p>c</p>\n']);
  assert.equal(await renderer.render('c'), 'c3');
});

test('real texts that would take the library minutes do not block our thread', async () => {
  const renderer = new MarkdownRenderer(new URL('markdown-worker.ts', import.meta.url), { limitMs: 20 });
  const hostile = '>'.repeat(100_000);
  assert.equal(await renderer.render(hostile), `<p>${'&gt;'.repeat(100_000)}</p>\n`);
  const patient = new MarkdownRenderer(new URL('markdown-worker.ts', import.meta.url), { limitMs });
  assert.equal(await patient.render('# a **b**'), '<h2>a <strong>b</strong></h2>\n');
});
