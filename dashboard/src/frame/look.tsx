import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { browserStorage } from '@latchkey/ui/browser-storage.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { InLanguage } from '@latchkey/ui/texts/language-page.tsx';
import { useSiteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { ThemeProvider } from '@latchkey/ui/theme/theme-provider.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';

/** Light, dark, or that of the system. */
export type Scheme = 'light' | 'dark' | 'auto';

const STORAGE_KEY = 'latchkey.dashboard.scheme';

interface SchemeChoice {
  readonly scheme: Scheme;
  readonly choose: (scheme: Scheme) => void;
}

const SchemeOfPage = createContext<SchemeChoice>({ scheme: 'auto', choose: () => undefined });

/** Shows everything in the colors and the language that were chosen in this browser. */
export function Look({ children }: { readonly children: ReactNode }) {
  const [scheme, setScheme] = useState(storedScheme);
  const choice = useMemo(
    () => ({
      scheme,
      choose: (next: Scheme) => {
        browserStorage.write(STORAGE_KEY, next);
        setScheme(next);
      },
    }),
    [scheme],
  );
  const language = useSiteLanguage({ address: undefined, account: undefined });
  return (
    <SchemeOfPage value={choice}>
      <ThemeProvider colorScheme={scheme === 'auto' ? undefined : scheme}>
        <InLanguage choice={language}>
          <ForVendors>{children}</ForVendors>
        </InLanguage>
      </ThemeProvider>
    </SchemeOfPage>
  );
}

/** Failures in words for those who run the shop: the shared ones are for its buyers. */
function ForVendors({ children }: { readonly children: ReactNode }) {
  const page = use(LanguageOfPage);
  const { failure } = useTexts();
  const value = useMemo(() => {
    const { texts } = page;
    return { ...page, texts: { ...texts, failure: { ...texts.failure, ...failure } } };
  }, [page, failure]);
  return <LanguageOfPage value={value}>{children}</LanguageOfPage>;
}

/** The colors of the page, and how to choose others. */
export function useScheme(): SchemeChoice {
  return use(SchemeOfPage);
}

function storedScheme(): Scheme {
  const text = browserStorage.read(STORAGE_KEY);
  return text === 'light' || text === 'dark' ? text : 'auto';
}
