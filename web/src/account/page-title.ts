import { createContext, use, useEffect } from 'react';

/** Names the page of the parts below. */
export const NamePage = createContext<(name: string | undefined) => void>(() => {});

/** Sets the title of the page from loaded content, for its tab and for screen readers. */
export function usePageName(name: string | undefined): void {
  const setName = use(NamePage);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [name, setName]);
}
