import { type CSSProperties, useState } from 'react';
import classes from './product-icon.module.css';

interface ProductIconProps {
  readonly name: string;
  readonly iconUrl: string | null | undefined;
  /** Pixels. */
  readonly size: number;
}

/**
 * The decorative icon of a product or bundle; without one, or if it does not load, its initial on its own color, the same
 * on every page.
 */
export function ProductIcon({ name, iconUrl, size }: ProductIconProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (!iconUrl || iconUrl === brokenUrl) {
    return (
      <span className={classes.tile} style={{ ...style, ...hueStyle(name) }} aria-hidden="true">
        {initialOf(name)}
      </span>
    );
  }
  return (
    <img
      src={iconUrl}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className={classes.icon}
      onError={() => {
        setBrokenUrl(iconUrl);
      }}
    />
  );
}

interface ThumbnailProps extends Omit<ProductIconProps, 'size'> {
  /** Its first picture. */
  readonly pictureUrl?: string | undefined;
  /** Pixels; less on a narrow phone. */
  readonly width: number;
}

/**
 * The decorative picture of a product or bundle in a list, whole; without one, its icon on a ground of the same shape:
 * what is beside it stays aligned.
 */
export function Thumbnail({ pictureUrl, width, ...icon }: ThumbnailProps) {
  return (
    <span className={classes.thumbnail} style={{ width, ...hueStyle(icon.name) }}>
      {pictureUrl ? (
        <img src={pictureUrl} alt="" loading="lazy" />
      ) : (
        <ProductIcon {...icon} size={width * 0.4} />
      )}
    </span>
  );
}

/** Sets the hue of a name: always the same, and different for most others. */
export function hueStyle(name: string): CSSProperties & Record<'--tile-hue', number> {
  let hash = 2_166_136_261;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  // Steps of 30 degrees: two neighbors look alike.
  return { '--tile-hue': ((hash >>> 8) % 12) * 30 };
}

/** The letter that distinguishes products of one vendor, which often share the first word: that of the last word. */
function initialOf(name: string): string {
  const word = name.trim().split(/\s+/).at(-1) ?? '';
  return (Array.from(word)[0] ?? '').toLocaleUpperCase();
}
