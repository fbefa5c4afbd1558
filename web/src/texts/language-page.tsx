import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { areaTexts, useAreaTexts } from './area-texts.ts';
import { type LanguageChoice, LanguageOfPage } from './language.ts';
import { sharedEn } from './shared-en.ts';

const sharedTexts = areaTexts(sharedEn, () => import('./shared-de.ts').then(({ sharedDe }) => sharedDe));

interface InLanguageProps {
  readonly choice: LanguageChoice;
  readonly children: ReactNode;
}

/** Writes what is below in a language, and tells the browser, screen readers and translators which it is. */
export function InLanguage({ choice: { locale }, children }: InLanguageProps) {
  useEffect(() => {
    const root = document.documentElement;
    const before = root.lang;
    root.lang = locale;
    return () => {
      root.lang = before;
    };
  }, [locale]);
  return (
    <LanguageOfPage value={useMemo(() => ({ texts: sharedEn, locale }), [locale])}>
      <Suspense>
        <WithSharedTexts locale={locale}>{children}</WithSharedTexts>
      </Suspense>
    </LanguageOfPage>
  );
}

/** The texts that all pages share, in the language that the outer context has chosen. */
function WithSharedTexts({ locale, children }: { readonly locale: string; readonly children: ReactNode }) {
  const texts = useAreaTexts(sharedTexts);
  return (
    <LanguageOfPage value={useMemo(() => ({ texts, locale }), [texts, locale])}>{children}</LanguageOfPage>
  );
}
