/** What a page that embeds the checkout receives (wire contract section 4). */
export type CheckoutMessage =
  | { readonly event: 'ready' }
  | { readonly event: 'close'; readonly completed: boolean }
  | { readonly event: 'resize'; readonly height: number }
  | { readonly event: 'completed' | 'billing-details-updated'; readonly order: unknown };

/** A window, as far as it knows where it is shown. */
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
 * Tells the page around this one. The message goes to that page's own origin and no other: the origin that the browser
 * names or, in browsers that name none, the one that led here. Where neither is told, what holds no data goes to the
 * page around whoever it is, and an order to nobody.
 */
export function tellEmbedder(message: CheckoutMessage, view: Framed = window): void {
  if (!isFramed(view)) return;
  const origin = view.location.ancestorOrigins?.item(0) ?? URL.parse(view.document.referrer)?.origin;
  const isKnown = origin !== undefined && origin !== 'null';
  if (!isKnown && 'order' in message) return;
  view.parent.postMessage({ source: 'moonbase-checkout', ...message }, isKnown ? origin : '*');
}
