import { Button } from '@mantine/core';
import { use, useEffect } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { browserSession } from '../api/browser-session.ts';
import { useSession } from '../identity/use-session.ts';
import type { TabView } from '../api/tab-view.ts';
import { useViewTexts } from './view-texts.ts';
import classes from './view-banner.module.css';

/** Says above every page that somebody else's account is shown, to whom and until when; it leaves once that is over. */
export function ViewBanner({ view: { viewerName, expiresAt } }: { readonly view: TabView }) {
  const texts = useViewTexts();
  const { locale } = use(LanguageOfPage);
  const { signedIn } = useSession();
  const isOver = signedIn === undefined;
  useEffect(() => {
    const left = isOver ? 0 : Date.parse(expiresAt) - Date.now();
    const timer = setTimeout(browserSession.end, Math.max(0, left));
    return () => {
      clearTimeout(timer);
    };
  }, [isOver, expiresAt]);
  const until = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(expiresAt));
  return (
    <section className={classes.banner} aria-label={texts.label}>
      <p className={classes.text}>{texts.banner(signedIn?.email ?? '', viewerName, until)}</p>
      <Button size="compact-md" variant="white" color="dark" onClick={browserSession.end}>
        {texts.end}
      </Button>
    </section>
  );
}
