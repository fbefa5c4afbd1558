import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { vendorQuery } from '../api/vendor-query.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { FramedBy } from '../page/page-frame.tsx';
import classes from './site-frame.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useIsNextPage } from './site-layout.tsx';

interface SiteFrameProps {
  /** The title for the tab and for screen readers. */
  readonly title: string;
  /** `wide` for lists and columns, `narrow` for one form or one text. */
  readonly width: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** A page of shop or account: skip link, header, the main part, footer. In a frame of another page only the main part. */
export function SiteFrame({ title, width, children }: SiteFrameProps) {
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
      {children}
    </main>
  );
  if (framed !== undefined) {
    return (
      <div className={classes.page} data-framed>
        <div className={classes.closing}>{framed.closing}</div>
        {content}
      </div>
    );
  }
  return (
    <div className={classes.page}>
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
      <SiteHeader vendor={vendor} isLoading={isPending} />
      {content}
      <SiteFooter vendor={vendor} />
    </div>
  );
}
