import { type Scheme, accentColors, accentScale } from './accent.ts';

/**
 * The address of the stylesheet with the colors of an accent like `#1c6fbe`; the same address always has the same
 * content.
 */
export function brandStylePath(accent: string): string {
  return `/brand/${accent.slice(1).toLowerCase()}/style.css`;
}

/** The colors of an accent for the web pages, as CSS custom properties (`ui/src/theme/theme.css` has the defaults). */
export function brandStyle(accent: string): string {
  const scale = accentScale(accent).map((color, step) => `--mantine-color-brand-${step}:${color}`);
  // `:root` twice: more specific than the page's own rule, in whatever order they load.
  return `:root:root{${[...scale, ...colorsOf(accent, 'light')].join(';')}}
:root:root[data-mantine-color-scheme='dark']{${colorsOf(accent, 'dark').join(';')}}
`;
}

function colorsOf(accent: string, scheme: Scheme): string[] {
  const colors = accentColors(accent, scheme);
  return [
    `--lk-fill:${colors.fill}`,
    `--lk-fill-hover:${colors.fillHover}`,
    `--lk-on-fill:${colors.onFill}`,
    `--lk-fill-edge:${colors.fillEdge ?? 'transparent'}`,
    `--lk-accent:${colors.mark}`,
    `--lk-on-accent:${colors.onMark}`,
    `--lk-link:${colors.text}`,
    `--lk-tint:${colors.tint}`,
    `--lk-tint-hover:${colors.tintHover}`,
  ];
}
