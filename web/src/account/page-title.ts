import { createContext, use, useEffect } from 'react';

/** Names the page of the parts below. */
export const NamePage = createContext<(name: string | undefined) => void>(() => {});

/** Names the page after what a part of it has loaded, for its tab and for screen readers. */
export function usePageName(name: string | undefined): void {
  const setName = use(NamePage);
  useEffect(() => {
    setName(name);
    return () => {
      setName(undefined);
    };
  }, [name, setName]);
}
