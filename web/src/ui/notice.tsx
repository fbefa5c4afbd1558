import { Alert, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { WarningIcon } from './icons.tsx';

interface NoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Takes the focus when it appears: it responds to the reader's last action. */
  readonly takesFocus?: boolean;
}

/** Something went wrong on a page that otherwise stays as it is. */
export function Notice({ title, children, takesFocus = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="red"
      variant="light"
      icon={<WarningIcon />}
      title={title}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
    </Alert>
  );
}
