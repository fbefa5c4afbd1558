import { type ReactNode, useEffect } from 'react';
import { PageHeading } from '@latchkey/ui/page-heading.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Beside the heading: a status, or actions. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page in the frame, which names itself to the browser, too. */
export function Page({ title, aside, children }: PageProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading>{title}</PageHeading>
        {aside}
      </div>
      {children}
    </div>
  );
}
