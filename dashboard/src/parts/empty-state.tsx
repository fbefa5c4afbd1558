import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** What to do about it. */
  readonly action?: ReactNode;
}

/** A place where something will be, and what leads to it. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {action}
    </div>
  );
}
