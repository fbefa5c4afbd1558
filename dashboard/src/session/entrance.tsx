import { Paper } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './entrance.module.css';

/** A page before anybody is signed in. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={classes.entrance}>
      <Paper className={classes.card ?? ''}>
        <PageHeading>{title}</PageHeading>
        {children}
      </Paper>
    </main>
  );
}
