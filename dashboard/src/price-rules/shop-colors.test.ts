import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopColorsIn } from './shop-colors.ts';

const CSS = `:root:root{--mantine-color-brand-0:#ffffff;--lk-link:#a00000;--lk-tint:#ffe0e0;--lk-tint-hover:#ffc0c0}
:root:root[data-mantine-color-scheme='dark']{--lk-link:#ff9090;--lk-tint:#400000;--lk-tint-hover:#300000}
`;

test('a shop that follows the device has its colors for light and dark pages', () => {
  assert.deepEqual(shopColorsIn(CSS, 'auto'), {
    '--shop-text-light': '#a00000',
    '--shop-tint-light': '#ffe0e0',
    '--shop-text-dark': '#ff9090',
    '--shop-tint-dark': '#400000',
  });
});

test('a shop that is always light or dark has the same colors for both', () => {
  const tints = (scheme: 'light' | 'dark') => {
    const colors = shopColorsIn(CSS, scheme);
    return [colors['--shop-tint-light'], colors['--shop-tint-dark'], colors['--shop-text-light']];
  };
  assert.deepEqual(tints('light'), ['#ffe0e0', '#ffe0e0', '#a00000']);
  assert.deepEqual(tints('dark'), ['#400000', '#400000', '#ff9090']);
});
