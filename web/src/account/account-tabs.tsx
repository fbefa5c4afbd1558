import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { isFramed } from '../embedding/embedder.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { accountEntries } from '../site/account-menu.tsx';
import { useAccountTexts } from './account-texts.ts';
import classes from './account.module.css';

/** The parts of the account, above each of them. A frame shows only the part that its site asked for. */
export function AccountTabs() {
  const { data: vendor } = useQuery(vendorQuery);
  const texts = useSiteTexts();
  const { common } = useAccountTexts();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tabs = accountEntries(vendor?.closure).filter(([to]) => to.startsWith('/account'));
  // From what is inside a part, its own link leads back.
  if (isFramed() || !tabs.some(([to]) => to === path)) return null;
  return (
    <nav ref={showCurrent} className={classes.tabs} aria-label={texts.account}>
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true }}>
          {name === 'products' ? common.products : texts[name]}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone, not all of them fit: the current one is in sight. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
}
