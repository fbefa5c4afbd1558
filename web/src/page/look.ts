import type { QueryClient } from '@tanstack/react-query';
import type { Checkout } from '../api/checkout.ts';
import { type Vendor, vendorQuery } from '../api/vendor-query.ts';

/** A look of the vendor that is not saved, as the dashboard sends it. */
interface Look {
  readonly name: string;
  readonly logoUrl?: string;
  /** Like `#1c6fbe`; absent: the color of Latchkey. */
  readonly accentColor?: string;
  readonly colorScheme: 'auto' | 'light' | 'dark';
  readonly footerText?: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** In a preview: asks the dashboard around this page for the look, and shows each that it sends. */
export function followLook(queryClient: QueryClient): void {
  let look: Look | undefined;
  let isShowing = false;
  const show = () => {
    if (look === undefined) return;
    isShowing = true;
    showLook(queryClient, look);
    isShowing = false;
  };
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== window.location.origin || !isLookMessage(data)) return;
    look = data.look;
    show();
  });
  // What the server sends has the look that is saved.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !isShowing) show();
  });
  // It is there to be looked at: nobody buys or signs in here.
  document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (look !== undefined) showScheme(look);
  }).observe(document.documentElement, { attributeFilter: [SCHEME] });
  window.parent.postMessage({ source: 'latchkey', event: 'preview' }, window.location.origin);
}

function isLookMessage(data: unknown): data is { readonly look: Look } {
  return (
    typeof data === 'object' && data !== null && 'source' in data && data.source === 'latchkey-dashboard'
  );
}

function showLook(queryClient: QueryClient, look: Look): void {
  queryClient.setQueryData(vendorQuery.queryKey, (vendor) => vendor && withLook(vendor, look));
  queryClient.setQueriesData<Checkout>(
    { queryKey: ['checkout'] },
    (checkout) => checkout && paidWith(checkout, look),
  );
  showAccent(look.accentColor);
  showScheme(look);
}

function withLook(vendor: Vendor, { name, logoUrl, footerText, links }: Look): Vendor {
  const { footerText: _saved, ...brand } = vendor.brand;
  const text = footerText === undefined ? {} : { footerText };
  return { ...vendor, name, logoUrl: logoUrl ?? null, brand: { ...brand, ...text, links: [...links] } };
}

function paidWith(checkout: Checkout, { name, logoUrl, footerText, links }: Look): Checkout {
  const { id } = checkout.vendor;
  return {
    ...checkout,
    vendor: { id, name, ...(logoUrl !== undefined && { logoUrl }) },
    footer: { links: [...links], ...(footerText !== undefined && { text: footerText }) },
  };
}

function showAccent(color: string | undefined): void {
  const sheet =
    document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href^="/brand/"]') ??
    document.createElement('link');
  if (color === undefined) return sheet.remove();
  sheet.rel = 'stylesheet';
  const address = `/brand/${color.slice(1)}/style.css`;
  if (sheet.getAttribute('href') !== address) sheet.setAttribute('href', address);
  if (!sheet.isConnected) document.head.append(sheet);
}

const SCHEME = 'data-mantine-color-scheme';

function showScheme({ colorScheme }: Look): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = colorScheme === 'auto' ? (dark ? 'dark' : 'light') : colorScheme;
  const root = document.documentElement;
  if (root.getAttribute(SCHEME) !== scheme) root.setAttribute(SCHEME, scheme);
}
