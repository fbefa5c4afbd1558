import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownPage } from './markdown.ts';

const page = (markdown: string) =>
  markdownPage(markdown, (href) => (href === 'other.md' ? '/dev/guide/other.md' : undefined));

test('headings have anchors, and tables, lists and code are what they are', async () => {
  const html = await page(
    '## What `it` is, & why\n\n- a\n\n| a | b |\n| --- | --- |\n| `c` | d |\n\n```sh\nrun <x>\n```\n',
  );
  for (const part of [
    '<h2 id="what-it-is--why">What <code>it</code> is, &amp; why</h2>',
    '<li>a</li>',
    '<td><code>c</code></td>',
    'run &lt;x&gt;',
  ])
    assert.ok(html.includes(part), `${part}: ${html}`);
});

test('HTML is text, images are their words, and links lead to what is served, the web or the page itself', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '![pic](https://evil.example/x.png)',
    '[x](javascript:alert(1)) [y](data:text/html,x) [z](//evil.example) [r](../../README.md)',
    '[q](https://a.example/"onclick="alert)',
  ].join('\n\n');
  const html = await page(hostile);
  assert.doesNotMatch(html, /<(script|img)|javascript:|data:|href="\/\/|README|" ?onclick=/);
  assert.equal(
    (await page('[a](other.md) [b](#b) <https://c.example> [d](gone.md)')).trim(),
    '<p><a href="/dev/guide/other.md">a</a> <a href="#b">b</a> <a href="https://c.example">https://c.example</a> d</p>',
  );
});
