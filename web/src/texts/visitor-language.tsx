import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { InLanguage } from './language-page.tsx';
import { useSiteLanguage } from './site-language.ts';
import type { AppRouter } from '../router.tsx';

interface InVisitorLanguageProps {
  readonly router: AppRouter;
  readonly children: ReactNode;
}

/** Every page in the language of its visitor; what fails before a page is there as well. */
export function InVisitorLanguage({ router, children }: InVisitorLanguageProps) {
  const address = useRouterState({ router, select: ({ location }) => localeIn(location.searchStr) });
  // The server sends the page in the language of the account.
  const [account] = useState(() => document.documentElement.lang);
  return <InLanguage choice={useSiteLanguage({ address, account })}>{children}</InLanguage>;
}

function localeIn(search: string): string | undefined {
  return new URLSearchParams(search).get('locale') ?? undefined;
}
