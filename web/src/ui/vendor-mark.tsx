import { Avatar } from '@mantine/core';
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
    return <Avatar name={name} alt="" aria-hidden="true" radius="md" size={36} color="harbour" />;
  }
  return (
    <img
      src={logoUrl}
      alt=""
      className={classes.logo}
      onError={() => {
        setBrokenUrl(logoUrl);
      }}
    />
  );
}
