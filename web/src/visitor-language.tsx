import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InLanguage } from '@latchkey/ui/texts/language-page.tsx';
import { ACCOUNT_LANGUAGE, localeIn, useSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
import type { AppRouter } from './router.tsx';

interface InVisitorLanguageProps {
  readonly router: AppRouter;
  readonly children: ReactNode;
}

/** Every page in the language of its visitor, including failures before a page exists. */
export function InVisitorLanguage({ router, children }: InVisitorLanguageProps) {
  const address = useRouterState({ router, select: ({ location }) => localeIn(location.searchStr) });
  return <InLanguage choice={useSiteLanguage({ address, account: ACCOUNT_LANGUAGE })}>{children}</InLanguage>;
}
