import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" className={classes.section ?? ''} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
