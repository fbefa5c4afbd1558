import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The reason why the reader's last action failed, beside it; takes the focus. */
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
