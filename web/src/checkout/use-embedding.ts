import { fetchOrder } from '../api/checkout.ts';
import { useFrame } from '../embedding/use-frame.ts';
import { isFramed, notifyEmbedder } from '../embedding/embedder.ts';

/** Asks the embedding page to close the frame. */
export function askToClose(isCompleted: boolean): void {
  notifyEmbedder({ event: 'close', completed: isCompleted });
}

/** Informs the embedding page that this page is ready and of its height, and responds to a request to close. */
export function useEmbedding({ isReady, isCompleted }: { isReady: boolean; isCompleted: boolean }): void {
  useFrame({ isReady, isCompleted, tell: notifyEmbedder });
}

/** Sends the outcome of the order to the embedding page, as the shop's own API shows it to anybody. */
export async function notifyOfOrder(
  event: 'completed' | 'billing-details-updated',
  orderId: string,
): Promise<void> {
  if (!isFramed()) return;
  notifyEmbedder({ event, order: await fetchOrder(orderId) });
}
