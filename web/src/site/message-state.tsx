import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './message-state.module.css';

interface MessageStateProps {
  readonly title: string;
  readonly text: string;
  /** One button, or a button and a link. */
  readonly action?: ReactNode;
  /** The page changed while the reader was on it. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

/** A message page of the site instead of content: it is empty, or does not exist. */
export function MessageState({ title, text, action, takesFocus = false, children }: MessageStateProps) {
  return (
    <div className={classes.message}>
      <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
      <Text>{text}</Text>
      {children}
      {action === undefined ? null : <div className={classes.actions}>{action}</div>}
    </div>
  );
}
