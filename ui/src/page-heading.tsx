import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface HeadingProps {
  readonly id?: string;
  /** Moves the focus here when the heading appears, so that a screen reader reads the new view from its top. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** The one `h1` of a page. */
export function PageHeading({ takesFocus = false, children }: HeadingProps) {
  const heading = useFocusOnArrival(takesFocus);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}

/** The heading of a part of a page that changes while the rest stays. */
export function SectionHeading({ id, takesFocus = false, children }: HeadingProps) {
  const heading = useFocusOnArrival(takesFocus);
  return (
    <Title order={2} size="h4" ref={heading} tabIndex={-1} {...(id === undefined ? {} : { id })}>
      {children}
    </Title>
  );
}

function useFocusOnArrival(takesFocus: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return heading;
}
