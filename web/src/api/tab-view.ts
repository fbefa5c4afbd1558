/** A look of the vendor's people at a customer's account: it belongs to this tab alone, and changes nothing. */
export interface TabView {
  /** Who looks. */
  readonly viewerName: string;
  readonly expiresAt: string;
}

/** Where the tab keeps its view. */
export const VIEW_KEY = 'latchkey.view';

/** The view that this page was loaded in; undefined on every page of customers and visitors. */
export const tabView: TabView | undefined = read();

/** From the next page on, this tab is a visitor's again. */
export function forgetTabView(): void {
  sessionStorage.removeItem(VIEW_KEY);
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
    return viewIn(JSON.parse(sessionStorage.getItem(VIEW_KEY) ?? 'null'));
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}
