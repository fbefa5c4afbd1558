/**
 * The messages to a page that embeds the checkout (wire contract section 4): no others, because deployed shops report
 * what they do not know as an error.
 */
export type CheckoutMessage =
  | { readonly event: 'ready' }
  | { readonly event: 'close'; readonly completed: boolean }
  | { readonly event: 'completed' | 'billing-details-updated'; readonly order: unknown };

/** The messages of every page in a frame, the checkout included, and of the pages of shop and account. */
export type SiteMessage =
  | Extract<CheckoutMessage, { readonly event: 'ready' | 'close' }>
  | { readonly event: 'resize'; readonly height: number }
  /** The reader pressed Escape, where nothing in the page reacts to it. */
  | { readonly event: 'escape' }
  | {
      readonly event: 'cart';
      readonly count: number;
      readonly orderId: string;
      /** The cart that this one replaces; itself if it only changed. */
      readonly previousId: string | undefined;
    };

/** A window, with its information about where it is shown. */
export interface Framed {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly location: { readonly ancestorOrigins?: { readonly item: (index: number) => string | null } };
  readonly document: { readonly referrer: string };
}

/** Whether another page shows this one in a frame. A preview in the dashboard looks as the page does alone. */
export function isFramed(view: Framed = window): boolean {
  return !Object.is(view.parent, view) && !isLookPreview;
}

/**
 * Whether the dashboard shows this page with a look that is not saved: read as the server reads it, which lets no other
 * page frame one with this query. The pages of the web app may drop it from the address later.
 */
export const isLookPreview =
  'location' in globalThis && new URLSearchParams(globalThis.location.search).get('preview') === 'look';

/** The origins of embedding pages that have sent a message. */
const greeters = new WeakMap<object, string>();

/** Records the embedding page from a message of that page. */
export function rememberEmbedder(
  { source, origin }: { readonly source: unknown; readonly origin: string },
  view: Framed = window,
): void {
  if (Object.is(source, view.parent)) greeters.set(view.parent, origin);
}

/**
 * Sends a message to the embedding page. It goes only to that page's own origin: the one that the browser reports or,
 * in browsers that report none, the origin of its messages, or of the referrer. If none is available, a message without
 * data goes to any embedding page, and an order to none.
 */
export function notifyEmbedder(message: CheckoutMessage, view: Framed = window): void {
  send({ source: 'moonbase-checkout', ...message }, view);
}

/** Sends a message that is not of the checkout alone, like `notifyEmbedder`. */
export function notifySiteEmbedder(message: SiteMessage, view: Framed = window): void {
  send({ source: 'latchkey', ...message }, view);
}

/** Sends a message of the page that changes a payment method, like `notifyEmbedder` (extended API, section C). */
export function notifySubscriptionEmbedder(
  message:
    | { readonly event: 'updated-payment-method' }
    | { readonly event: 'close'; readonly completed: boolean },
  view: Framed = window,
): void {
  send({ source: 'moonbase-subscription', ...message }, view);
}

function send(message: object, view: Framed): void {
  if (!isFramed(view)) return;
  const origin =
    view.location.ancestorOrigins?.item(0) ??
    greeters.get(view.parent) ??
    URL.parse(view.document.referrer)?.origin;
  const isKnown = origin !== undefined && origin !== 'null';
  if (!isKnown && ('order' in message || 'orderId' in message)) return;
  view.parent.postMessage(message, isKnown ? origin : '*');
}
