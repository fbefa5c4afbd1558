import { contrast, toHex, toLch } from './color.ts';

/** The colors that a page derives from the accent of a vendor; each like `#1c6fbe`. */
interface AccentColors {
  /** The background of buttons: the vendor's color, unchanged. */
  readonly fill: string;
  readonly fillHover: string;
  /** Text on `fill` and `fillHover`: 4.5 to 1. */
  readonly onFill: string;
  /** The border of a button whose background is hardly visible on the page; absent where it needs none. */
  readonly fillEdge: string | undefined;
  /** Focus rings, borders and markers: 3 to 1 against every surface. */
  readonly mark: string;
  /** An icon on `mark`: 3 to 1. */
  readonly onMark: string;
  /** Links and other text: 4.5 to 1 against every surface and tint. */
  readonly text: string;
  /** The background of a notice. */
  readonly tint: string;
  readonly tintHover: string;
}

export type Scheme = 'light' | 'dark';

/** The backgrounds of the web pages, of the server's own pages and of mails. */
export const SURFACES: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#ffffff', '#f9fafc', '#f2f4f7'],
  dark: ['#14181e', '#1d2229', '#282d35'],
};

const TEXT_CONTRAST = 4.5;
const MARK_CONTRAST = 3;
const LIGHTNESS_STEP = 0.005;
const HOVER_STEP = 0.05;
const WHITE = '#ffffff';
const BLACK = '#000000';
const TINTS = {
  light: { lightness: 0.965, hoverLightness: 0.935, chroma: 0.025 },
  dark: { lightness: 0.27, hoverLightness: 0.31, chroma: 0.045 },
} as const;

/**
 * The colors of a light or dark page for an accent like `#1c6fbe`. Its hue stays; its lightness changes only as far as
 * readability requires (WCAG 2.2 AA).
 */
export function accentColors(accent: string, scheme: Scheme): AccentColors {
  const fill = accent.toLowerCase();
  const surfaces = SURFACES[scheme];
  const onFill = contrast(WHITE, fill) >= TEXT_CONTRAST ? WHITE : BLACK;
  const { lightness, hoverLightness, chroma } = TINTS[scheme];
  const tint = withLightness(fill, lightness, chroma);
  const tintHover = withLightness(fill, hoverLightness, chroma);
  const mark = readable(fill, scheme, surfaces, MARK_CONTRAST);
  return {
    fill,
    fillHover: hoverOf(fill, onFill),
    onFill,
    fillEdge: surfaces.every((surface) => contrast(surface, fill) >= MARK_CONTRAST) ? undefined : mark,
    mark,
    onMark: contrast(WHITE, mark) >= MARK_CONTRAST ? WHITE : BLACK,
    text: readable(fill, scheme, [...surfaces, tint, tintHover], TEXT_CONTRAST),
    tint,
    tintHover,
  };
}

/**
 * The nearest color of the same hue with this contrast to all backgrounds: darker on light pages, lighter on dark ones.
 */
function readable(color: string, scheme: Scheme, grounds: readonly string[], least: number): string {
  const { lightness, chroma, hue } = toLch(color);
  const step = scheme === 'light' ? -LIGHTNESS_STEP : LIGHTNESS_STEP;
  let candidate = color;
  for (let level = lightness; level > 0 && level < 1; level += step) {
    candidate = level === lightness ? color : toHex({ lightness: level, chroma, hue });
    if (grounds.every((ground) => contrast(ground, candidate) >= least)) return candidate;
  }
  const last = scheme === 'light' ? BLACK : WHITE;
  return grounds.every((ground) => contrast(ground, color) >= least) ? color : last;
}

/** A little away from the color of its text; black and white themselves move toward it. */
function hoverOf(fill: string, onFill: string): string {
  const { lightness, chroma, hue } = toLch(fill);
  const away = onFill === WHITE ? -HOVER_STEP : HOVER_STEP;
  const level = lightness + away < 0 || lightness + away > 1 ? lightness - away : lightness + away;
  return toHex({ lightness: level, chroma, hue });
}

function withLightness(color: string, lightness: number, maxChroma: number): string {
  const { chroma, hue } = toLch(color);
  return toHex({ lightness, chroma: Math.min(chroma, maxChroma), hue });
}

const SCALE = [0.975, 0.945, 0.885, 0.805, 0.72, 0.64] as const;

/** Ten steps of the accent's hue from light to dark, for decoration; the seventh is the accent itself. */
export function accentScale(accent: string): readonly string[] {
  const { lightness, chroma, hue } = toLch(accent);
  const lighter = SCALE.map((level) => Math.max(level, lightness));
  const darker = [0.9, 0.77, 0.64].map((part) => lightness * part);
  const steps = (levels: readonly number[]) =>
    levels.map((level) => toHex({ lightness: level, chroma, hue }));
  return [...steps(lighter), accent.toLowerCase(), ...steps(darker)];
}
