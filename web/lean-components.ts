import type { Plugin } from 'vite';

const LIBRARIES = /node_modules\/(?:@mantine\/core\/esm|use-sync-external-store\/cjs)\/[^?]*\.m?js$/;
/** Exports of Mantine's components that no page uses: each would keep its parts in every page. */
const UNUSED_STATIC =
  /^\w+\.(?:classes|varsResolver|displayName|Group|GroupSection|Label|Success|Description|Placeholder|ClearButton) = [\w"@/]+;$/gm;

/** Smaller modules that replace larger ones for the pages' needs, by the ends of their files. */
const SUBSTITUTES: readonly (readonly [string, string])[] = [
  // Of our components only the button fades something in, its loader, which then appears immediately.
  [
    '/components/Transition/Transition.mjs',
    `export function Transition({ mounted, transition, children }) {
      return mounted ? children(transition?.in ?? {}) : null;
    }`,
  ],
  // The colors themselves are in the stylesheets; the components ask only for their names.
  [
    '/MantineProvider/default-colors.mjs',
    `export const DEFAULT_COLORS = Object.fromEntries(
      ['dark', 'gray', 'red', 'blue', 'green', 'yellow'].map((name) => [name, Array(10).fill('#888')]),
    );`,
  ],
  // The colors of these variants alone, by their names in the stylesheets.
  [
    '/default-variant-colors-resolver.mjs',
    `const VARIANTS = { light: ['-light', '-light-hover'], subtle: [undefined, '-light-hover'] };
    export function defaultVariantColorsResolver({ color, variant }) {
      const border = 'calc(0.0625rem * var(--mantine-scale)) solid ';
      const name = (end) => (end === undefined ? 'transparent' : 'var(--mantine-color-' + end + ')');
      if (variant === 'default') {
        const [background, hover, text, edge] = ['', '-hover', '-color', '-border'].map((end) => name('default' + end));
        return { background, hover, color: text, border: border + edge };
      }
      const shade = Number(color.split('.')[1]);
      const text = name(variant === 'filled' ? 'white' : color + '-light-color');
      const ends = variant === 'filled' ? ['-filled', '-filled-hover'] : VARIANTS[variant] ?? [];
      const [background, hover] = shade > 0
        ? [shade, shade + 1].map((each) => name(color.split('.')[0] + '-' + each))
        : [0, 1].map((index) => name(ends[index] && color + ends[index]));
      return { background, hover, color: text, border: border + 'transparent' };
    }`,
  ],
  [
    '/parse-theme-color.mjs',
    `export function parseThemeColor({ color, theme }) {
      const [name, shade] = color.split('.');
      const isThemeColor = name in theme.colors;
      const end = isThemeColor ? '-' + (shade ?? 'filled') : '';
      const variable = isThemeColor || color === 'dimmed' ? '--mantine-color-' + name + end : undefined;
      return { color: name, value: color, shade: shade && Number(shade), isThemeColor, isLight: false, variable };
    }`,
  ],
  // For versions of React that do not have it.
  [
    '/cjs/use-sync-external-store-shim.production.js',
    `exports.useSyncExternalStore = require('react').useSyncExternalStore;`,
  ],
];

/** Removes what no page uses from the libraries, which saves 5 KB of each page. */
export function leanComponents(): Plugin {
  return {
    name: 'lean-components',
    apply: 'build',
    transform: {
      filter: { id: LIBRARIES },
      handler: (code, id) => {
        const substitute = SUBSTITUTES.find(([end]) => id.endsWith(end))?.[1];
        return { code: substitute ?? code.replaceAll(UNUSED_STATIC, ''), map: null };
      },
    },
  };
}
