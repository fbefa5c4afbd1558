import assert from 'node:assert/strict';
import { glob, readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { OPERATOR_GUIDES } from './operator-guide.ts';

const ROOT = new URL('../../../../', import.meta.url);

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('every page of the guide can be read without a session, and each of their links leads somewhere', async () => {
  const open = (file: string) => app.inject({ method: 'GET', url: `/dashboard/guide/${file}` });
  const links = new Set<string>();
  for (const { file, title } of OPERATOR_GUIDES) {
    const page = await open(file);
    assert.equal(page.statusCode, 200, file);
    assert.ok(page.body.includes(`<title>${title}`), file);
    for (const [, link = ''] of page.body.matchAll(/href="(\/dashboard\/guide\/[^"#]+)/g)) links.add(link);
  }
  assert.deepEqual(
    [...links].toSorted(),
    OPERATOR_GUIDES.map(({ file }) => `/dashboard/guide/${file}`).toSorted(),
  );
  for (const file of ['none.md', '..%2F..%2FREADME.md']) assert.equal((await open(file)).statusCode, 404);
});

test('every page about the dashboard is among them, and every page that the dashboard names', async () => {
  const pages = new Set(OPERATOR_GUIDES.map(({ file }) => file));
  const about = (await readdir(new URL('docs/guide/', ROOT))).filter((file) => file.startsWith('dashboard'));
  const names: string[] = [];
  for await (const file of glob('dashboard/src/**/*.tsx', { cwd: ROOT }))
    for (const [, name = ''] of (await readFile(new URL(file, ROOT), 'utf8')).matchAll(
      /guide(?:=|: |\/)["']?([\w-]+\.md)/g,
    ))
      names.push(name);
  assert.ok(names.length > 20, 'the test looks at the wrong files');
  assert.deepEqual(
    [...about, ...names].filter((file) => !pages.has(file)),
    [],
  );
});
