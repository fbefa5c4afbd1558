import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuideLink } from './guide-link.tsx';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  /** What to do about it. */
  readonly action?: ReactNode;
  /** The page of the guide that says more. */
  readonly guide?: `${string}.md`;
}

/** A place where something will be, and what leads to it. */
export function EmptyState({ title, text, action, guide }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {action}
      {guide === undefined ? null : <GuideLink guide={guide} />}
    </div>
  );
}
