import { useState } from 'react';
import classes from './vendor-mark.module.css';

interface VendorMarkProps {
  readonly name: string;
  readonly logoUrl: string | null | undefined;
}

/** The vendor's logo, in any shape; the initials if there is none or it does not load. */
export function VendorMark({ name, logoUrl }: VendorMarkProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (!logoUrl || logoUrl === brokenUrl) {
    return (
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      src={logoUrl}
      alt=""
      className={classes.logo}
      decoding="async"
      onError={() => {
        setBrokenUrl(logoUrl);
      }}
    />
  );
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32));
  return letters.join('').toLocaleUpperCase();
}
