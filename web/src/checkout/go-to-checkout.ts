import { isFramed } from './embedder.ts';

/**
 * Goes to a checkout page by loading it: the policy of that page lets the form of a payment provider in, which that of
 * other pages does not. Resolves when the browser shows this page again as it was left.
 */
export function goToCheckout({ orderId, token }: { orderId: string; token: string }): Promise<void> {
  const current = new URLSearchParams(window.location.search);
  const search = new URLSearchParams(isFramed() ? { embedded: 'true' } : {});
  for (const name of ['locale', 'theme']) {
    const text = current.get(name);
    if (text !== null) search.set(name, text);
  }
  // A shop in a frame stays where it is.
  if (!isFramed()) search.set('return', shopAddress(current.get('locale')));
  const query = search.size === 0 ? '' : `?${search.toString()}`;
  window.location.assign(`/checkout/${encodeURIComponent(orderId)}/${encodeURIComponent(token)}${query}`);
  return new Promise((resolve) => {
    window.addEventListener(
      'pageshow',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

/** Where the checkout leads back to: this shop, in the language that its address asks for. */
function shopAddress(locale: string | null): string {
  const shop = new URL('/shop', window.location.origin);
  if (locale !== null) shop.searchParams.set('locale', locale);
  return shop.href;
}
