/** The messages to a page that embeds the checkout (wire contract section 4). */
export type CheckoutMessage =
  | { readonly event: 'ready' }
  | { readonly event: 'close'; readonly completed: boolean }
  | { readonly event: 'resize'; readonly height: number }
  | { readonly event: 'completed' | 'billing-details-updated'; readonly order: unknown };

/** A window, with its information about where it is shown. */
export interface Framed {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: { readonly ancestorOrigins?: { readonly item: (index: number) => string | null } };
  readonly document: { readonly referrer: string };
}

/** Whether another page shows this one in a frame. */
export function isFramed(view: Framed = window): boolean {
  return !Object.is(view.parent, view);
}

/**
 * Sends a message to the embedding page. It goes only to that page's own origin: the one that the browser names or, in
 * browsers that name none, the one that led here. If neither is available, a message without data goes to any embedding
 * page, and an order to none.
 */
export function tellEmbedder(message: CheckoutMessage, view: Framed = window): void {
  if (!isFramed(view)) return;
  const origin = view.location.ancestorOrigins?.item(0) ?? URL.parse(view.document.referrer)?.origin;
  const isKnown = origin !== undefined && origin !== 'null';
  if (!isKnown && 'order' in message) return;
  view.parent.postMessage({ source: 'moonbase-checkout', ...message }, isKnown ? origin : '*');
}
