import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface PageHeadingProps {
  /** Moves the focus here when the heading appears, so that a screen reader reads the new view from its top. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** The one `h1` of a page. */
export function PageHeading({ takesFocus = false, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
