/** A color in OKLCH: lightness from 0 (black) to 1 (white), chroma from 0 (gray), hue in radians. */
interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Whether the text is a color like `#1c6fbe`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The contrast of two colors like `#1c6fbe` as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A color like `#1c6fbe` in OKLCH, where a change of lightness keeps the hue that people see. */
export function toLch(hex: string): Lch {
  const [red, green, blue] = linear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

const CHROMA_STEPS = 20;

/** The nearest color of the same lightness and hue that screens can display, like `#1c6fbe`. */
export function toHex({ lightness, chroma, hue }: Lch): string {
  const level = Math.min(1, Math.max(0, lightness));
  for (let step = CHROMA_STEPS; step > 0; step -= 1) {
    const rgb = toLinear({ lightness: level, chroma: (chroma * step) / CHROMA_STEPS, hue });
    if (rgb.every((part) => part > -0.001 && part < 1.001)) return hexOf(rgb);
  }
  return hexOf(toLinear({ lightness: level, chroma: 0, hue }));
}

function toLinear({ lightness, chroma, hue }: Lch): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(hex: string): Triple {
  const part = (start: number): number => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Triple): string {
  const part = (value: number): string => {
    const clipped = Math.min(1, Math.max(0, value));
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${rgb.map(part).join('')}`;
}
