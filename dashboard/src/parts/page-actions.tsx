import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-actions.module.css';

interface PageActionsProps<Action extends string> {
  /** What can be done, the most frequent first. */
  readonly actions: readonly Action[];
  readonly labels: Readonly<Record<Action, string>>;
  readonly onChoose: (action: Action) => void;
  /** The one that people come for, if there is one. */
  readonly main?: Action;
  /** Those that take something away: they are red, and come last. */
  readonly dangerous?: readonly Action[];
  /** Others, before those that take something away. */
  readonly children?: ReactNode;
}

/**
 * What can be done with the thing of a page, at the end of its heading. Each is one click away, and none is in a menu: the
 * spec wants each remedy with one click (dashboard.md, "What").
 */
export function PageActions<Action extends string>(props: PageActionsProps<Action>) {
  const { actions, labels, onChoose, main, dangerous = [], children } = props;
  const button = (action: Action) => (
    <Button
      key={action}
      variant={action === main ? 'filled' : 'default'}
      size="xs"
      {...(dangerous.includes(action) && { c: 'var(--mantine-color-error)' })}
      onClick={() => {
        onChoose(action);
      }}
    >
      {labels[action]}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {actions.filter((action) => !dangerous.includes(action)).map(button)}
      {children}
      {actions.filter((action) => dangerous.includes(action)).map(button)}
    </div>
  );
}
