import { useSyncExternalStore } from 'react';
import type { Storefront } from '../api/storefront.ts';
import { browserStorage } from '@latchkey/ui/browser-storage.ts';

const STORAGE_KEY = 'latchkey.currency';
const listeners = new Set<() => void>();

/** Stores the choice in this browser. */
export function chooseCurrency(currency: string): void {
  browserStorage.write(STORAGE_KEY, currency);
  for (const listener of listeners) listener();
}

/** The currency of a shop's prices: the buyer's choice, if it has prices in it. */
export function useCurrency({
  suggestedCurrency,
  enabledCurrencies,
}: Pick<Storefront, 'suggestedCurrency' | 'enabledCurrencies'>): string {
  const choice = useSyncExternalStore(subscribe, () => browserStorage.read(STORAGE_KEY));
  return choice !== undefined && enabledCurrencies.includes(choice) ? choice : suggestedCurrency;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
