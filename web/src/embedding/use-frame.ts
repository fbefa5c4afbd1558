import { useEffect } from 'react';
import { isFramed, notifySiteEmbedder, rememberEmbedder } from './embedder.ts';

/** The messages that the checkout and the other pages send in their own name. */
export type FrameMessage =
  | { readonly event: 'ready' }
  | { readonly event: 'close'; readonly completed: boolean };

interface FrameOptions {
  readonly isReady: boolean;
  /** The visitor's task is done. */
  readonly isCompleted: boolean;
  /** Sends a message; the same function each time. */
  readonly tell: (message: FrameMessage) => void;
}

/** Elements that react to Escape themselves. */
const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Informs the embedding page that this page is ready, of its height, and of Escape, and responds to a request to close.
 * Does nothing outside of a frame.
 */
export function useFrame({ isReady, isCompleted, tell }: FrameOptions): void {
  useEffect(() => {
    if (isReady) tell({ event: 'ready' });
  }, [isReady, tell]);
  useEffect(() => {
    if (!isFramed()) return undefined;
    const life = new AbortController();
    const { signal } = life;
    const answer = (message: MessageEvent): void => {
      if (message.source !== window.parent) return;
      rememberEmbedder(message);
      if (message.data === 'close') tell({ event: 'close', completed: isCompleted });
    };
    const escape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector(POPUPS) === null) {
        notifySiteEmbedder({ event: 'escape' });
      }
    };
    window.addEventListener('message', answer, { signal });
    // Before an element that closes itself with this key is removed.
    window.addEventListener('keydown', escape, { capture: true, signal });
    return () => {
      life.abort();
    };
  }, [isCompleted, tell]);
  useEffect(() => {
    const page = document.querySelector('#root');
    if (!isFramed() || page === null) return undefined;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(page.getBoundingClientRect().height);
      // Its texts are loading: the frame keeps its height until they are there.
      if (height > 0) notifySiteEmbedder({ event: 'resize', height });
    });
    observer.observe(page);
    return () => {
      observer.disconnect();
    };
  }, []);
}
