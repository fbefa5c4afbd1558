import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { FramedBy } from '../page/page-frame.tsx';
import classes from './site-frame.module.css';
import { tabView } from '../api/tab-view.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useIsNextPage } from './site-layout.tsx';

const ViewBanner = lazy(() => import('./view-banner.tsx').then((module) => ({ default: module.ViewBanner })));
const loadClosed = () => import('./closed-store.tsx');
const ClosedStore = lazy(() => loadClosed().then((module) => ({ default: module.ClosedStore })));
const ClosedStoreNote = lazy(() => loadClosed().then((module) => ({ default: module.ClosedStoreNote })));

interface SiteFrameProps {
  /** The title for the tab and for screen readers. */
  readonly title: string;
  /** `wide` for lists and columns, `narrow` for one form or one text. */
  readonly width: 'wide' | 'narrow';
  /** What the page is for, if it ends when the store is closed: buying, or the use of what was bought. */
  readonly purpose?: 'sale' | 'use' | undefined;
  /** What the header has for this page: its currency. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page of shop or account: skip link, header, the main part, footer. In a frame of another page only the main part.
 */
export function SiteFrame({ title, width, purpose, tools, children }: SiteFrameProps) {
  const { data: vendor, isPending } = useQuery(vendorQuery);
  const framed = use(FramedBy);
  const texts = useSiteTexts();
  const main = useRef<HTMLElement>(null);
  const isNextPage = useIsNextPage();
  useDocumentTitle(vendor === undefined ? title : texts.titleOf(title, vendor.name));
  useEffect(() => {
    // A screen reader continues at the new page, not at the link that led to it.
    if (isNextPage) main.current?.focus({ preventScroll: true });
  }, [isNextPage]);
  const content = (
    <main ref={main} id="content" tabIndex={-1} className={classes.main} data-width={width}>
      <OpenPart vendor={vendor} purpose={purpose}>
        {children}
      </OpenPart>
    </main>
  );
  if (framed !== undefined) {
    return (
      <div className={classes.page} data-framed>
        <div className={classes.closing}>
          {tools}
          {framed.closing}
        </div>
        {content}
      </div>
    );
  }
  return (
    <div className={classes.page} data-viewed={tabView !== undefined || undefined}>
      {tabView === undefined ? null : (
        <Suspense fallback={<div />}>
          <ViewBanner view={tabView} />
        </Suspense>
      )}
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {texts.skip}
      </a>
      <SiteHeader vendor={vendor} isLoading={isPending} tools={tools} />
      {content}
      <SiteFooter vendor={vendor} />
    </div>
  );
}

interface OpenPartProps extends Pick<SiteFrameProps, 'purpose' | 'children'> {
  readonly vendor: Vendor | undefined;
}

/** The content of a page, unless the store is closed and the page has ended with it. */
function OpenPart({ vendor, purpose, children }: OpenPartProps) {
  const closure = vendor?.closure;
  if (vendor === undefined || closure === undefined) return children;
  const isOver = purpose === 'sale' || (purpose === 'use' && closure === 'Closed');
  return (
    <>
      {/* Hardly any visitor needs them. */}
      <Suspense>
        {isOver ? (
          <ClosedStore vendor={vendor} closure={closure} />
        ) : (
          <ClosedStoreNote vendor={vendor} closure={closure} />
        )}
      </Suspense>
      {isOver ? null : children}
    </>
  );
}
