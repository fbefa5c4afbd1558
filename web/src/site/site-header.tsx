import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Vendor } from '../api/vendor-query.ts';
import { useCartCount } from '../cart/cart-record.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { CartIcon } from '@latchkey/ui/icons.tsx';
import { VendorMark } from '../page/vendor-mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './site-header.module.css';

interface SiteHeaderProps {
  /** Absent until it is loaded; the header keeps its height. */
  readonly vendor: Vendor | undefined;
  readonly isLoading: boolean;
  readonly tools: ReactNode;
}

/** The vendor, the links to the parts of the site, the cart and the account. */
export function SiteHeader({ vendor, isLoading, tools }: SiteHeaderProps) {
  const texts = useSiteTexts();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        {vendor === undefined ? (
          <span className={classes.vendor} />
        ) : (
          <Link to="/shop" className={classes.vendor}>
            <VendorMark name={vendor.name} logoUrl={vendor.logoUrl} />
            <span className={classes.name}>{vendor.name}</span>
          </Link>
        )}
        <nav aria-label={texts.main} className={classes.pages} data-waiting={isLoading}>
          <PageLink to="/shop" part="/shop/">
            {texts.shop}
          </PageLink>
          <PageLink to="/account" part="/account/products/">
            {texts.products}
          </PageLink>
        </nav>
        <div className={classes.tools}>{tools}</div>
        <div className={classes.own}>
          <AccountMenu />
          <CartLink />
        </div>
      </div>
    </header>
  );
}

interface PageLinkProps {
  readonly to: '/shop' | '/account';
  /** How the addresses begin that also belong to it. */
  readonly part: string;
  readonly children: string;
}

function PageLink({ to, part, children }: PageLinkProps) {
  const isHere = useLocation({ select: ({ pathname }) => pathname === to || pathname.startsWith(part) });
  return (
    <Anchor
      c="inherit"
      underline="never"
      className={classes.link}
      data-here={isHere || undefined}
      renderRoot={(props) => <Link to={to} activeOptions={{ exact: true }} {...props} />}
    >
      {children}
    </Anchor>
  );
}

function CartLink() {
  const texts = useSiteTexts();
  const count = useCartCount();
  return (
    <Link
      to="/cart"
      className={classes.action}
      aria-label={count === 0 ? texts.cart : texts.cartWith(count)}
      title={texts.cart}
    >
      <CartIcon size={22} />
      {count === 0 ? null : (
        <span className={classes.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
