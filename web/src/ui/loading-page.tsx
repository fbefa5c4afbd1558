import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import classes from './loading-page.module.css';
import { PageFrame } from './page-frame.tsx';

interface LoadingPageProps {
  /** What the page will be, for its tab and for screen readers. */
  readonly title: string;
}

/** Stands where a page of two columns will be while its data is on the way. */
export function LoadingPage({ title }: LoadingPageProps) {
  useDocumentTitle(title);
  return (
    <PageFrame width="wide">
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <VisuallyHidden component="output">Loading.</VisuallyHidden>
      <div className={classes.columns} aria-hidden="true">
        <div className={classes.column}>
          <Skeleton height={32} width="45%" />
          <Skeleton height={56} />
          <Skeleton height={56} />
          <Skeleton height={24} width="70%" />
        </div>
        <Skeleton height={360} radius="lg" />
      </div>
    </PageFrame>
  );
}
