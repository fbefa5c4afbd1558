import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { useSession } from '../identity/use-session.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { decoration } from '@latchkey/ui/icons.tsx';
import { IconUserCircle } from '@tabler/icons-react';
import classes from './site-header.module.css';

const AccountIcon = decoration(IconUserCircle);

/** The signed-in customer's pages, or the way to sign in. */
export function AccountMenu() {
  const { signedIn } = useSession();
  const texts = useSiteTexts();
  if (signedIn !== undefined) return <OwnMenu email={signedIn.email} />;
  return (
    <Link to="/sign-in" className={classes.action} aria-label={texts.signIn}>
      <AccountIcon size={22} />
      <span className={classes.wide}>{texts.signIn}</span>
    </Link>
  );
}

function OwnMenu({ email }: { readonly email: string }) {
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
          <li className={classes.who}>
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          </li>
          <MenuLink to="/account" label={texts.products} onFollow={close} />
          <MenuLink to="/account/orders" label={texts.orders} onFollow={close} />
          <MenuLink to="/account/subscriptions" label={texts.subscriptions} onFollow={close} />
          <MenuLink to="/account/details" label={texts.details} onFollow={close} />
          <MenuLink to="/redeem" label={texts.redeem} onFollow={close} />
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

interface MenuLinkProps {
  readonly to: '/account' | '/account/orders' | '/account/subscriptions' | '/account/details' | '/redeem';
  readonly label: string;
  readonly onFollow: () => void;
}

function MenuLink({ to, label, onFollow }: MenuLinkProps) {
  return (
    <li>
      <Link to={to} className={classes.entry} onClick={onFollow}>
        {label}
      </Link>
    </li>
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
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen]);
  return { isOpen, setOpen, box, button };
}
