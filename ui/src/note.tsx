import type { ReactNode } from 'react';
import classes from './note.module.css';

interface NoteProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A note about this part of the page. */
export function Note({ icon, title, children }: NoteProps) {
  return (
    <div role="note" className={classes.note}>
      <span className={classes.icon}>{icon}</span>
      <div>
        <div className={classes.title}>{title}</div>
        {children}
      </div>
    </div>
  );
}
