import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownPage, markdownPart } from './markdown.ts';

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

test('text of somebody else is a part of a page that runs nothing, loads nothing and looks like no other part', async () => {
  const hostile = [
    '<script>alert(1)</script> <svg onload=alert(1)> <iframe src=//evil.example></iframe> <style>*{}</style>',
    '<div id="buy" class="primary" onclick="x()">Buy</div>\n<form action=//evil.example><input name=p></form>',
    '<!-- --><base href=//evil.example>\n</p></main><h1>x',
    '![pic](https://evil.example/x.png) [![p](x.png)](https://evil.example/) <img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) [c](java&#115;cript:alert(1)) [d](\tjavascript:alert(1))',
    '[e](data:text/html,x) [f](vbscript:x) [g](//evil.example) [h](/account) [i](#buy) <javascript:alert(1)>',
    '[j]: javascript:alert(1)\n[j] [k](https://a.example/"onmouseover="alert) [l](https://a.example "t\\" onx=\\"y")',
    '```js" onclick="x\n<script>alert(1)</script>\n```\n\n~~~ x"><b>\n</code></pre><script>\n~~~',
    '| <b>a | `<i>` |\n| :-- | --: |\n| <script> | [x](javascript:y) |',
    '- [x] done\n- [ ] open\n\n1. <b>one</b>\n\nA <mailto:a@b.example>\n\n****\nSetext <u>\n===',
  ].join('\n\n');
  const html = await markdownPart(hostile);
  const tags = new Set(
    html.match(/<\/?[a-z]+\d?[^>]*>/gi)?.map((tag) => tag.replace(/ href="[^"]*"/, ' href=""')),
  );
  const link = '<a href="" target="_blank" rel="noopener nofollow">';
  const plain =
    /^<\/?(?:p|h2|ul|ol|li|pre|code|table|thead|tbody|tr|hr|(?:th|td)(?: align="(?:left|right)")?|a)>$/;
  assert.deepEqual(
    [...tags].filter((tag) => tag !== link && !plain.test(tag)),
    [],
  );
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  assert.deepEqual(targets, [
    'https://evil.example/',
    'https://a.example/&quot;onmouseover=&quot;alert',
    'https://a.example',
    'mailto:a@b.example',
  ]);
  for (const text of ['☑ done', '☐ open', '<h2>Setext', '&lt;script&gt;alert(1)&lt;/script&gt;'])
    assert.ok(html.includes(text), `${text}: ${html}`);
});

test('headings are below that of the page, and a text that nests too deep is shown as it is', async () => {
  assert.equal(await markdownPart('# a\n###### b'), '<h2>a</h2>\n<h6>b</h6>\n');
  const deep = '- '.repeat(3_000);
  assert.equal(await markdownPart(`${deep}<b>`), `<p>${deep}&lt;b&gt;</p>\n`);
});
