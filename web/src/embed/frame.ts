import { fieldsOf } from './fields.ts';
import { HOST } from './host.ts';

/** The messages of a page in a frame. */
export interface FrameMessage {
  readonly event: string;
  readonly completed: boolean;
  readonly order: unknown;
  readonly count: number;
  readonly orderId: string | undefined;
  /** The cart that this one replaces. */
  readonly previousId: string | undefined;
}

/** A page of the vendor inside this one. */
export interface PageFrame {
  readonly element: HTMLIFrameElement;
  readonly show: (url: string) => void;
  /** Stops listening to the page. */
  readonly close: () => void;
}

const SOURCES: ReadonlySet<unknown> = new Set(['latchkey', 'moonbase-checkout']);
const LEAST_HEIGHT = 240;

/**
 * A frame with the height that its page reports; `onMessage` receives messages only from the page in it, and only while
 * it is the vendor's.
 */
export function createFrame(title: string, onMessage: (message: FrameMessage) => void): PageFrame {
  const element = document.createElement('iframe');
  element.title = title;
  element.height = '480';
  element.allow = 'payment; clipboard-write';
  // Browsers that do not name the embedding page to the page in the frame have only this.
  element.referrerPolicy = 'origin';
  const life = new AbortController();
  const greet = (): void => {
    element.contentWindow?.postMessage('hello', HOST);
  };
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source === null || source !== element.contentWindow || origin !== HOST) return;
      const fields = fieldsOf(data);
      if (!SOURCES.has(fields['source'])) return;
      const height = Number(fields['height']);
      if (fields['event'] === 'resize' && height > 0) {
        element.height = String(Math.max(LEAST_HEIGHT, Math.ceil(height)));
      }
      onMessage(messageOf(fields));
    },
    { signal: life.signal },
  );
  return {
    element,
    show: (url) => {
      // Tells it who embeds it, in browsers that do not. The initial empty page is not notified.
      element.addEventListener('load', greet, { signal: life.signal });
      element.src = url;
    },
    close: () => {
      life.abort();
    },
  };
}

function messageOf({
  event,
  completed,
  order,
  count,
  orderId,
  previousId,
}: Readonly<Record<string, unknown>>): FrameMessage {
  return {
    event: String(event),
    completed: completed === true,
    order,
    count: Number(count),
    orderId: typeof orderId === 'string' ? orderId : undefined,
    previousId: typeof previousId === 'string' ? previousId : undefined,
  };
}
