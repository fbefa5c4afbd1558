import { once } from '../kernel/once.ts';
import { createTurnstile } from './turnstile.ts';

/** The forms that pictures are made smaller in: the first is the smallest, the second for browsers without it. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
/** Mail programs show JPEG, and not all of them the others. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number] | 'jpeg';

/** A larger picture is not made smaller: decoded, it takes four bytes for each of its pixels. */
export const MOST_PIXELS = 40_000_000;
/** Of AVIF, a higher effort takes several times the CPU time for a few percent of the size. */
const OPTIONS: Readonly<Record<PictureFormat, { readonly quality: number; readonly effort?: number }>> = {
  avif: { quality: 55, effort: 1 },
  webp: { quality: 78, effort: 3 },
  jpeg: { quality: 80 },
};
/** Several at once would only take each other's memory and cores. */
const takeTurn = createTurnstile({ maxConcurrent: 1, maxQueued: 64 });

/** The encoder, loaded with the first picture; it keeps nothing in memory between two of them. */
const loadEncoder = once(async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

/**
 * A picture of this width in pixels, upright and without its metadata (a photograph may tell where it was taken); of
 * an animation the first frame. Rejects when the bytes are damaged or have more than 40 million pixels, and with 503
 * `Overloaded` when too many are waiting.
 */
export function smallerPicture(
  bytes: Uint8Array,
  { width, format }: { readonly width: number; readonly format: PictureFormat },
): Promise<Uint8Array> {
  return takeTurn(async () => {
    const sharp = await loadEncoder();
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true });
    // JPEG has no transparency.
    if (format === 'jpeg') picture.flatten({ background: '#fff' });
    return picture.toFormat(format, OPTIONS[format]).toBuffer();
  });
}
