import { useSyncExternalStore } from 'react';
import { browserLanguages } from '../ui/money.ts';
import { chooseLanguage, type LanguageChoice } from './language.ts';
import { browserStorage } from '../ui/browser-storage.ts';

const STORAGE_KEY = 'latchkey.locale';
const listeners = new Set<() => void>();

/** The wishes about the language of a page. */
export interface LanguageWishes {
  /** What the address asks for. */
  readonly address: string | undefined;
  /** What the vendor's customers usually read; undefined while it is loading. */
  readonly account: string | undefined;
}

/** The language of a page: that of its address, else the choice in this browser, else the browser's, else the account's. */
export function siteLanguage({ address, account }: LanguageWishes): LanguageChoice {
  const browser = browserLanguages();
  return chooseLanguage([address, storedLanguage(), ...browser, account], browser);
}

/** The same, kept up to date with the choice. */
export function useSiteLanguage(wishes: LanguageWishes): LanguageChoice {
  useSyncExternalStore(subscribe, storedLanguage);
  return siteLanguage(wishes);
}

/** Remembers the reader's choice in this browser. */
export function chooseSiteLanguage(language: LanguageChoice['language']): void {
  browserStorage.write(STORAGE_KEY, language);
  for (const listener of listeners) listener();
}

function storedLanguage(): string | undefined {
  return browserStorage.read(STORAGE_KEY);
}

/** Another tab may choose as well. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
