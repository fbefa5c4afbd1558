import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** Why the reader's last action did not work, beside what they did; takes the focus. */
export function ErrorLine({ children }: { readonly children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.focus();
  }, []);
  return (
    <Text ref={line} tabIndex={-1} size="sm" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
