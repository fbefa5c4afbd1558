import { Anchor, Text } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { shopOf, type Vendor } from '../api/vendor-query.ts';
import classes from './page-frame.module.css';
import { safeReturnUrl } from './return-url.ts';
import { VendorMark } from './vendor-mark.tsx';

/** The vendor of the page, as far as it is loaded. */
export type PageOwner = Partial<Vendor> & Pick<Vendor, 'name'>;

interface PageFrameProps {
  /** Absent until the vendor is loaded, and on pages without a vendor (a wrong address). */
  readonly owner?: PageOwner | undefined;
  /** `wide` for two columns, `narrow` for one message or one form. */
  readonly width: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** In a frame of another page: the button that closes it, in place of header and footer, which that page has. */
export const FramedBy = createContext<{ readonly closing: ReactNode } | undefined>(undefined);

/** Header with the vendor's logo, the main part of the page, footer. Every page is in one. */
export function PageFrame({ owner, width, children }: PageFrameProps) {
  const framed = use(FramedBy);
  if (framed !== undefined) {
    return (
      <div className={classes.page} data-framed>
        <div className={classes.closing}>{framed.closing}</div>
        <main className={classes.main} data-width={width}>
          {children}
        </main>
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
            <Text size="sm" c="dimmed" component="p">{`Sold by ${owner.name}.`}</Text>
          </div>
        )}
      </footer>
    </div>
  );
}

/** The name; it links to the vendor's shop. */
function OwnerName({ owner }: { readonly owner: PageOwner }) {
  const shopUrl = safeReturnUrl(shopOf(owner));
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
