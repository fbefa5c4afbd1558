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

/**
 * The vendor, the links to the parts of the site, the cart and the account. A closed store has neither shop nor cart, and
 * without downloads and activations only orders.
 */
export function SiteHeader({ vendor, isLoading, tools }: SiteHeaderProps) {
  const texts = useSiteTexts();
  const closure = vendor?.closure;
  const isOpen = closure === undefined;
  const own = closure === 'Closed' ? '/account/orders' : '/account';
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        {vendor === undefined ? (
          <span className={classes.vendor} />
        ) : (
          <Link to={isOpen ? '/shop' : own} className={classes.vendor}>
            <VendorMark name={vendor.name} logoUrl={vendor.logoUrl} />
            <span className={classes.name}>{vendor.name}</span>
          </Link>
        )}
        <nav aria-label={texts.main} className={classes.pages} data-waiting={isLoading}>
          {isOpen ? <PageLink to="/shop">{texts.shop}</PageLink> : null}
          <PageLink to={own}>{own === '/account' ? texts.products : texts.orders}</PageLink>
        </nav>
        <div className={classes.tools}>{tools}</div>
        <div className={classes.own}>
          <AccountMenu closure={closure} />
          {isOpen ? <CartLink /> : null}
        </div>
      </div>
    </header>
  );
}

interface PageLinkProps {
  readonly to: '/shop' | '/account' | '/account/orders';
  readonly children: string;
}

function PageLink({ to, children }: PageLinkProps) {
  // How the addresses begin that also belong to it.
  const part = to === '/account' ? '/account/products/' : `${to}/`;
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
