import { useState } from 'react';
import classes from './item-tile.module.css';

interface ItemTileProps {
  /** Decides the colour. */
  readonly id: string;
  readonly name: string;
  readonly iconUrl: string | null | undefined;
  /** In pixels. */
  readonly size: number;
}

/** The icon of something for sale; its initial on a colour of its own if there is none, or it does not load. */
export function ItemTile({ id, name, iconUrl, size }: ItemTileProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.42, '--tile-hue': hueOf(id) };
  if (!iconUrl || iconUrl === brokenUrl) {
    return (
      <span className={classes.tile} style={style} aria-hidden="true">
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
      className={classes.icon}
      onError={() => {
        setBrokenUrl(iconUrl);
      }}
    />
  );
}

/** The last word tells products of one vendor apart. */
function initialOf(name: string): string {
  const word = name.trim().split(/\s+/).at(-1) ?? '';
  return String.fromCodePoint(word.codePointAt(0) ?? 32).toLocaleUpperCase();
}

/** A hue for an id: always the same, and different for most others. */
export function hueOf(id: string): number {
  let hash = 2_166_136_261;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  // Steps of 30 degrees: two neighbours look alike.
  return ((hash >>> 8) % 12) * 30;
}
