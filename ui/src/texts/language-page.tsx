import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTextsIn, areaTexts } from './area-texts.ts';
import { type LanguageChoice, LanguageOfPage } from './language.ts';
import type { SharedTexts } from './shared-en.ts';

interface InLanguageProps {
  readonly choice: LanguageChoice;
  readonly children: ReactNode;
}

/** Renders its content in a language, and names it to the browser, screen readers and translators. */
export function InLanguage({ choice, children }: InLanguageProps) {
  const { locale } = choice;
  useEffect(() => {
    const root = document.documentElement;
    const before = root.lang;
    root.lang = locale;
    return () => {
      root.lang = before;
    };
  }, [locale]);
  return (
    <Suspense>
      <WithSharedTexts {...choice}>{children}</WithSharedTexts>
    </Suspense>
  );
}

interface WithSharedTextsProps extends LanguageChoice {
  readonly children: ReactNode;
}

function WithSharedTexts({ language, locale, children }: WithSharedTextsProps) {
  const texts = useTextsIn(sharedTexts, language);
  return (
    <LanguageOfPage value={useMemo(() => ({ language, locale, texts }), [language, locale, texts])}>
      {children}
    </LanguageOfPage>
  );
}

/** The texts that all pages share. */
export const sharedTexts = areaTexts<SharedTexts>({
  en: () => import('./shared-en.ts').then(({ sharedEn }) => sharedEn),
  de: () => import('./shared-de.ts').then(({ sharedDe }) => sharedDe),
});
