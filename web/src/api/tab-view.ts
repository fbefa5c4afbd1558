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

function read(): TabView | undefined {
  try {
    // Only this page writes it.
    const view: TabView | null = JSON.parse(sessionStorage.getItem(VIEW_KEY) ?? 'null');
    return view ?? undefined;
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}
