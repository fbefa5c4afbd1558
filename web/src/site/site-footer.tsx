import { use } from 'react';
import type { Vendor } from '../api/vendor-query.ts';
import { FooterOfPage } from '../page/page-frame.tsx';
import { VendorFooter } from '../page/vendor-footer.tsx';
import classes from './site-frame.module.css';

interface SiteFooterProps {
  readonly vendor: Vendor | undefined;
}

/** The footer of shop and account: what the page adds, and the vendor's own part. */
export function SiteFooter({ vendor }: SiteFooterProps) {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        {use(FooterOfPage)}
        <VendorFooter owner={vendor} />
      </div>
    </footer>
  );
}
