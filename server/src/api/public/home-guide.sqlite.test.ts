import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let development: TestApp;
before(async () => {
  development = await startTestApp();
});
after(() => development.close());

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('the pages of the guide are pages, and each of their links on this server leads to one, anchors too', async () => {
  const read = async (url: string) => (await development.inject({ url, headers: BROWSER })).body;
  const pages = [...(await read('/')).matchAll(/href="(\/dev\/guide\/[^"]+)"/g)].map(([, link = '']) => link);
  for (const page of pages) {
    const html = await read(page);
    assert.match(html, /<h1 id=/);
    assert.doesNotMatch(html, /```|\]\(|^\| /m, page);
    for (const [, path = '', anchor] of html.matchAll(/href="((?!http)[^"#]*)(?:#([^"]*))?"/g)) {
      const target = path === '' ? html : await read(path);
      assert.ok(anchor === undefined || target.includes(`id="${anchor}"`), `${page}: ${path}#${anchor}`);
    }
  }
});
