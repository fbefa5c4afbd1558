import type { ReactNode } from 'react';
import classes from './note.module.css';

interface NoteProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** Something is wrong, and the reader can mend it. */
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

/** A note about this part of the page. */
export function Note({ icon, title, isWarning = false, children }: NoteProps) {
  return (
    <div role="note" className={classes.note} data-is-warning={isWarning || undefined}>
      <span className={classes.icon}>{icon}</span>
      <div>
        <div className={classes.title}>{title}</div>
        {children}
      </div>
    </div>
  );
}
