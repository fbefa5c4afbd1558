import { Anchor } from '@mantine/core';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { RunningDownloads } from '../downloads/running-downloads.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { mayDo, useSession } from '../session/session.ts';
import classes from './frame.module.css';
import { Confirmation } from './confirmation.tsx';
import { MenuIcon, SearchIcon } from './icons.tsx';
import { Menu } from './menu.tsx';

const Live = lazyPart(() => import('../live/live.tsx').then((part) => part.Live), null);
const Palette = lazyPart(() => import('./palette.tsx').then((part) => part.Palette), null);

/** The menu, the search and the page. In a narrow window the menu opens above the page. */
export function Frame() {
  const { frame } = useTexts();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const session = useSession();
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return;
        setIsMenuOpen(false);
        setIsSearching(false);
      }),
    [router],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsSearching(true);
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
  return (
    <div className={classes.frame}>
      <Anchor href="#content" className={classes.skip ?? ''}>
        {frame.skip}
      </Anchor>
      <header className={classes.bar}>
        <button
          type="button"
          className={classes.menuButton}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          aria-label={frame.openMenu}
          onClick={() => {
            setIsMenuOpen(!isMenuOpen);
          }}
        >
          <MenuIcon />
        </button>
        <button
          type="button"
          className={classes.search}
          aria-keyshortcuts="Meta+K Control+K"
          onClick={() => {
            setIsSearching(true);
          }}
        >
          <SearchIcon size={16} />
          <span>{frame.search}</span>
          <kbd className={classes.keys}>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      </header>
      <Menu isOpen={isMenuOpen} />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {isSearching ? (
        <Palette
          onClose={() => {
            setIsSearching(false);
          }}
        />
      ) : null}
      <Confirmation />
      <RunningDownloads />
      {mayDo(session, 'events:read') ? <Live /> : null}
    </div>
  );
}

function isApple(): boolean {
  return /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
}
