import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { DEFAULT_THEME, defaultVariantColorsResolver, parseThemeColor } from '@mantine/core';
import { leanComponents } from '../lean-components.ts';

const SOURCE = path.join(import.meta.dirname, '../src');
const FOLDER = 'node_modules/@mantine/core/esm/core/MantineProvider/color-functions';
const VARIANTS = ['default', 'filled', 'light', 'subtle'];

/** The build's replacement of a Mantine module. */
async function substituteOf(name: string): Promise<Record<string, (input: object) => object>> {
  const { transform } = leanComponents();
  assert(typeof transform === 'object');
  const { code }: { code: string } = Reflect.apply(transform.handler, undefined, [
    '',
    `/${FOLDER}/${name}.mjs`,
  ]);
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The colors and the variants that components get by name. */
async function valuesOf(attribute: string): Promise<Set<string>> {
  const values = new Set<string>();
  for await (const file of glob('**/*.tsx', { cwd: SOURCE })) {
    const text = await readFile(path.join(SOURCE, file), 'utf8');
    for (const [, value = ''] of text.matchAll(new RegExp(`\\s${attribute}="([^"]+)"`, 'g')))
      values.add(value);
  }
  return values;
}

test('a build has the colors of Mantine in every variant that a page uses', async () => {
  assert.deepEqual([...(await valuesOf('variant'))].toSorted(), VARIANTS);
  const theme = DEFAULT_THEME;
  const colors = [...(await valuesOf('color'))].filter((color) => color.replace(/\..*/, '') in theme.colors);
  assert.ok(colors.includes('red.8'));
  const lean = await substituteOf('default-variant-colors-resolver/default-variant-colors-resolver');
  for (const color of ['blue', ...colors])
    for (const variant of color === 'red.8' ? ['filled'] : VARIANTS) {
      const input = { color, theme, variant };
      assert.deepEqual(lean['defaultVariantColorsResolver']?.(input), defaultVariantColorsResolver(input));
    }
});

test('a build has the names that Mantine has for the colors of the pages', async () => {
  const lean = await substituteOf('parse-theme-color/parse-theme-color');
  const colors = [...(await valuesOf('color')), ...(await valuesOf('c'))];
  for (const color of colors) {
    const input = { color, theme: DEFAULT_THEME };
    const rest = { value: '', isLight: false };
    assert.deepEqual(
      { ...lean['parseThemeColor']?.(input), ...rest },
      { ...parseThemeColor(input), ...rest },
    );
  }
});
