import { Paper, Skeleton, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import layout from './columns.module.css';
import classes from './loading-page.module.css';
import { PageFrame } from './page-frame.tsx';

interface LoadingPageProps {
  /** The title of the page that is loading, for its tab and for screen readers. */
  readonly title: string;
  /** In the layout of the page: two columns, or one card. */
  readonly width: 'wide' | 'narrow';
}

/** A placeholder for a page while its data is loading. */
export function LoadingPage({ title, width }: LoadingPageProps) {
  const { frame } = useTexts();
  useDocumentTitle(title);
  return (
    <PageFrame width={width}>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <VisuallyHidden component="output">{frame.loading}</VisuallyHidden>
      {width === 'wide' ? <WideSkeleton /> : <NarrowSkeleton />}
    </PageFrame>
  );
}

function NarrowSkeleton() {
  return (
    <Paper className={classes.card} aria-hidden="true">
      <Skeleton height={56} width={56} radius="md" />
      <Skeleton height={32} width="60%" />
      <Skeleton height={24} width="80%" />
      <Skeleton height={56} />
      <Skeleton height={50} />
    </Paper>
  );
}

function WideSkeleton() {
  return (
    <div className={layout.columns} aria-hidden="true">
      <div className={layout.column}>
        <Skeleton height={32} width="45%" />
        <Skeleton height={56} />
        <Skeleton height={56} />
        <Skeleton height={24} width="70%" />
      </div>
      <Skeleton height={360} radius="lg" />
    </div>
  );
}
