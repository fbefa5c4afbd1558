import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { useSession } from '../identity/use-session.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconUserCircle } from '@tabler/icons-react';
import classes from './site-header.module.css';

const AccountIcon = decoration(IconUserCircle);

/** The pages of a customer, and the names of their texts. */
const ENTRIES = [
  ['/account', 'products'],
  ['/account/orders', 'orders'],
  ['/account/subscriptions', 'subscriptions'],
  ['/account/details', 'details'],
  ['/redeem', 'redeem'],
] as const;

/** How the addresses of those begin that a closed store still has. */
const REST = { Released: '/account', Closed: '/account/' } as const;

/** The pages of a customer that the store still has. */
export function accountEntries(closure: Vendor['closure']) {
  return ENTRIES.filter(([to]) => closure === undefined || to.startsWith(REST[closure]));
}

interface AccountMenuProps {
  readonly closure: Vendor['closure'];
}

/** The signed-in customer's pages, or the way to sign in. */
export function AccountMenu({ closure }: AccountMenuProps) {
  const { signedIn } = useSession();
  const texts = useSiteTexts();
  if (signedIn !== undefined) return <OwnMenu email={signedIn.email} closure={closure} />;
  return (
    <Link to="/sign-in" className={classes.action} aria-label={texts.signIn}>
      <AccountIcon size={22} />
      <span className={classes.wide}>{texts.signIn}</span>
    </Link>
  );
}

function OwnMenu({ email, closure }: AccountMenuProps & { readonly email: string }) {
  const texts = useSiteTexts();
  const { isOpen, setOpen, box, button } = useDisclosure();
  const close = () => {
    setOpen(false);
  };
  return (
    <div className={classes.menu} ref={box}>
      <button
        type="button"
        ref={button}
        className={classes.action}
        aria-expanded={isOpen}
        aria-label={texts.accountOf(email)}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <AccountIcon size={22} />
        <span className={classes.wide}>{texts.account}</span>
      </button>
      {isOpen ? (
        <ul className={classes.list}>
          <li className={classes.who}>{email}</li>
          {accountEntries(closure).map(([to, name]) => (
            <li key={to}>
              <Link to={to} className={classes.entry} onClick={close}>
                {texts[name]}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={classes.entry}
              onClick={() => {
                close();
                browserSession.end();
              }}
            >
              {texts.signOut}
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

/** A part that a button toggles, and that closes when the reader turns to something else. */
function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && box.current?.contains(target) !== true) setOpen(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onElsewhere, { signal });
    document.addEventListener('focusin', onElsewhere, { signal });
    return () => {
      listening.abort();
    };
  }, [isOpen]);
  return { isOpen, setOpen, box, button };
}
