import { createStoredSession, type SignedIn } from '@latchkey/sdk';

/** A look of the vendor's people at a customer's account: it belongs to this tab alone, and changes nothing. */
export interface TabView {
  /** Who looks. */
  readonly viewerName: string;
  readonly expiresAt: string;
}

const KEY = 'latchkey.view';

/** The view that this page was loaded in; undefined on every page of customers and visitors. */
export const tabView: TabView | undefined = read();

/** Makes the next pages of this tab those of the customer, as the vendor sees them. */
export function keepTabView(view: TabView, customer: Omit<SignedIn, 'refreshToken'>): void {
  const session = createStoredSession(sessionStorage);
  // A view is not renewed: the server refuses this, and with that it ends here.
  session.begin({ ...customer, refreshToken: 'none' });
  session.close();
  sessionStorage.setItem(KEY, JSON.stringify(view));
}

/** From the next page on, this tab is a visitor's again. */
export function forgetTabView(): void {
  sessionStorage.removeItem(KEY);
}

function viewIn(value: unknown): TabView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('viewerName' in value) || !('expiresAt' in value)) return undefined;
  const { viewerName, expiresAt } = value;
  return typeof viewerName === 'string' && typeof expiresAt === 'string'
    ? { viewerName, expiresAt }
    : undefined;
}

function read(): TabView | undefined {
  try {
    return viewIn(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}
