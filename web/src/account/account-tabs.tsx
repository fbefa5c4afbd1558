import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { isFramed } from '../embedding/embedder.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { accountEntries } from '../site/account-menu.tsx';
import classes from './account.module.css';

/** The parts of the account, above each of them; a frame shows only the part that its site asked for. */
export function AccountTabs() {
  const { data: vendor } = useQuery(vendorQuery);
  const texts = useSiteTexts();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (isFramed()) return null;
  return (
    <nav className={classes.tabs} aria-label={texts.account}>
      {accountEntries(vendor?.closure).map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} data-here={isPartOf(path, to) || undefined}>
          {texts[name]}
        </Link>
      ))}
    </nav>
  );
}

function isPartOf(path: string, to: string): boolean {
  return path === to || path.startsWith(to === '/account' ? '/account/products/' : `${to}/`);
}
