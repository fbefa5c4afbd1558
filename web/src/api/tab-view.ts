/** A look of the vendor's people at a customer's account: it belongs to this tab alone, and changes nothing. */
export interface TabView {
  /** Who looks. */
  readonly viewerName: string;
  readonly expiresAt: string;
}

/** Where the tab keeps its view. */
export const VIEW_KEYS = { viewerName: 'latchkey.view', expiresAt: 'latchkey.view-end' } as const;

/** The view that this page was loaded in; undefined on every page of customers and visitors. */
export const tabView: TabView | undefined = read();

function read(): TabView | undefined {
  try {
    const viewerName = sessionStorage.getItem(VIEW_KEYS.viewerName);
    const expiresAt = sessionStorage.getItem(VIEW_KEYS.expiresAt);
    return viewerName === null || expiresAt === null ? undefined : { viewerName, expiresAt };
  } catch {
    // The browser blocks storage.
    return undefined;
  }
}
