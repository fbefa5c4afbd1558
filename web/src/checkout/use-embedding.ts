import { useEffect } from 'react';
import { fetchOrder } from '../api/checkout.ts';
import { isFramed, tellEmbedder } from './embedder.ts';

/** Asks the embedding page to close the frame. */
export function askToClose(isCompleted: boolean): void {
  tellEmbedder({ event: 'close', completed: isCompleted });
}

/** Tells the embedding page that this page is ready and how high it is, and answers a request to close. */
export function useEmbedding({ isReady, isCompleted }: { isReady: boolean; isCompleted: boolean }): void {
  useEffect(() => {
    if (isReady) tellEmbedder({ event: 'ready' });
  }, [isReady]);
  useEffect(() => {
    if (!isFramed()) return undefined;
    const answer = ({ source, data }: MessageEvent) => {
      if (source === window.parent && data === 'close') askToClose(isCompleted);
    };
    window.addEventListener('message', answer);
    return () => {
      window.removeEventListener('message', answer);
    };
  }, [isCompleted]);
  useEffect(() => {
    const page = document.querySelector('#root');
    if (!isFramed() || page === null) return undefined;
    const observer = new ResizeObserver(() => {
      tellEmbedder({ event: 'resize', height: Math.ceil(page.getBoundingClientRect().height) });
    });
    observer.observe(page);
    return () => {
      observer.disconnect();
    };
  }, []);
}

/** Sends the outcome of the order to the embedding page, as the shop's own API shows it to anybody. */
export async function tellOfOrder(
  event: 'completed' | 'billing-details-updated',
  orderId: string,
): Promise<void> {
  if (!isFramed()) return;
  tellEmbedder({ event, order: await fetchOrder(orderId) });
}
