import { type ReactNode, useState } from 'react';
import classes from './product-icon.module.css';

interface ProductIconProps {
  readonly name: string;
  readonly iconUrl: string | null | undefined;
  /** Pixels. */
  readonly size: number;
  /** Shown in place of the first letter. */
  readonly placeholder?: ReactNode;
}

/** The icon of a product, for the eye alone; its first letter on a tile when it has none, or when it does not load. */
export function ProductIcon({ name, iconUrl, size, placeholder = initialOf(name) }: ProductIconProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.42 };
  if (!iconUrl || iconUrl === brokenUrl) {
    return (
      <span className={classes.tile} style={style} aria-hidden="true">
        {placeholder}
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

/** The letter that tells products of one vendor apart, who often share the first word: that of the last word. */
function initialOf(name: string): string {
  const word = name.trim().split(/\s+/).at(-1) ?? '';
  return (Array.from(word)[0] ?? '').toUpperCase();
}
