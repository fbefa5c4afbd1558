import { Anchor, Text } from '@mantine/core';
import { createContext, type ReactNode, Suspense, use } from 'react';
import type { Vendor } from '../api/vendor-query.ts';
import classes from './page-frame.module.css';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';
import { VendorFooter } from './vendor-footer.tsx';
import { VendorMark } from './vendor-mark.tsx';

/** The vendor of the page, if loaded. */
export type PageOwner = Partial<Vendor> & Pick<Vendor, 'name'>;

interface PageFrameProps {
  /** Absent until the vendor is loaded, and on pages without a vendor (a wrong address). */
  readonly owner?: PageOwner | undefined;
  /** `wide` for two columns, `narrow` for one message or one form. */
  readonly width: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** The footer's text about the seller; if absent, the name of the vendor. */
export const FooterOfPage = createContext<ReactNode>(undefined);

/** In a frame of another page: the button that closes it, replacing the header, which that page has. */
export const FramedBy = createContext<{ readonly closing: ReactNode } | undefined>(undefined);

/** Header with the vendor's logo, the main part of the page, footer. Every page uses it. */
export function PageFrame({ owner, width, children }: PageFrameProps) {
  const framed = use(FramedBy);
  const footer = use(FooterOfPage);
  if (framed !== undefined) {
    return (
      <div className={classes.page} data-framed>
        <div className={classes.closing}>{framed.closing}</div>
        <main className={classes.main} data-width={width}>
          {children}
        </main>
        {footer === undefined ? null : (
          <footer className={classes.bar}>
            <div className={classes.inner} data-width={width}>
              {footer}
            </div>
          </footer>
        )}
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        {owner === undefined ? null : (
          <div className={classes.inner} data-width={width}>
            <VendorMark name={owner.name} logoUrl={owner.logoUrl} />
            <OwnerName owner={owner} />
          </div>
        )}
      </header>
      <main className={classes.main} data-width={width}>
        {children}
      </main>
      <footer className={classes.bar}>
        {owner === undefined ? null : (
          <div className={classes.inner} data-width={width}>
            {footer ?? (
              // Its texts may load later than the page, which must not disappear meanwhile.
              <Suspense>
                <VendorFooter owner={owner} />
              </Suspense>
            )}
          </div>
        )}
      </footer>
    </div>
  );
}

/** The name; it links to the vendor's shop. */
function OwnerName({ owner }: { readonly owner: PageOwner }) {
  const shopUrl = safeReturnUrl(owner.shopUrl);
  return (
    <Text fw={600} size="lg" component="p">
      {shopUrl === undefined ? (
        owner.name
      ) : (
        <Anchor inherit c="inherit" href={shopUrl}>
          {owner.name}
        </Anchor>
      )}
    </Text>
  );
}
