import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { build } from 'vite';
import { asciiSource } from './ascii-program.ts';

const SOURCES = [
  '"möglich — “quoted” … 😀"',
  '`${"€"} 1,00`',
  '/^[“”😀]+$/u.test("“😀”")',
  '/[^…]/v.test("😀")',
  '/[ä-ü]/.exec("ö")[0]',
  '(({ größe }) => größe)({ größe: 1 })',
  '1 /* § */',
];

for (const source of SOURCES) {
  test(`${source} means the same in ASCII`, () => {
    const ascii = asciiSource(source);
    assert.match(ascii, /^[\0-\x7f]+$/);
    assert.deepEqual(runInThisContext(ascii), runInThisContext(source));
  });
}

test('places where no escape can be are refused', () => {
  assert.throws(() => asciiSource('String.raw`a…`'), /no escape can follow here.*raw`a…/);
  assert.throws(() => asciiSource(String.raw`/\€/.test("€")`), /no escape can follow here.*€/);
  assert.equal(asciiSource('String.raw`a` + `…`'), String.raw`String.raw${'`a`'} + ${'`'}\u2026${'`'}`);
});

test('the program is built in ASCII, without comments on its functions', async () => {
  const configFile = path.join(import.meta.dirname, 'vite.config.ts');
  const root = import.meta.dirname;
  const result = await build({
    root,
    configFile,
    configLoader: 'native',
    build: { write: false },
    logLevel: 'warn',
  });
  assert.ok('output' in result);
  const chunks = result.output.filter((file) => file.type === 'chunk');
  assert.ok(chunks.length > 10);
  for (const { code, fileName } of chunks) {
    assert.doesNotMatch(code, /[^\0-\x7f]/, fileName);
    assert.doesNotMatch(code, /^\s*\/\*\* (?!@(?:license|preserve))|\/\* [@#]__PURE__ \*\//m, fileName);
  }
});
