import { isFramed, isLookPreview } from '../embedding/embedder.ts';

/**
 * Navigates to a checkout page with a full load: the policy of that page allows the form of a payment provider, and
 * that of other pages does not. With `replaces`, this page is no step back from there. Resolves when the browser
 * restores this page.
 */
export function goToCheckout(
  { orderId, token }: { readonly orderId: string; readonly token: string },
  { replaces = false }: { readonly replaces?: boolean } = {},
): Promise<void> {
  const current = new URLSearchParams(window.location.search);
  const search = new URLSearchParams(isFramed() ? { embedded: 'true' } : {});
  for (const name of ['locale', 'theme']) {
    const text = current.get(name);
    if (text !== null) search.set(name, text);
  }
  // A shop in a frame stays where it is.
  if (!isFramed()) search.set('return', shopAddress(current.get('locale')));
  if (isLookPreview) search.set('preview', 'look');
  const query = search.size === 0 ? '' : `?${search.toString()}`;
  const address = `/checkout/${encodeURIComponent(orderId)}/${encodeURIComponent(token)}${query}`;
  if (replaces) window.location.replace(address);
  else window.location.assign(address);
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

/** The page to which the checkout returns: this shop, in the language of its address. */
function shopAddress(locale: string | null): string {
  const shop = new URL('/shop', window.location.origin);
  if (locale !== null) shop.searchParams.set('locale', locale);
  if (isLookPreview) shop.searchParams.set('preview', 'look');
  return shop.href;
}
