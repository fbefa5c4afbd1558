import { backgroundThread } from '../../../platform/thread.ts';
import type { DocumentContent } from './document-view.ts';

/** A document of a hundred lines takes about a second: requests beyond this many are refused and may be retried. */
const MAX_QUEUED = 32;
/** Far more than the longest document takes, with the start of the thread. */
const LONGEST_MS = 30_000;

/**
 * Draws PDF files one after another in a thread. `script` is the code of the thread: a function from a
 * `DocumentContent` to the file. A document that takes longer than `longestMs` fails, with its thread.
 */
export function createDrawer(
  script: URL,
  { maxQueued, longestMs }: { readonly maxQueued: number; readonly longestMs: number },
): (content: DocumentContent) => Promise<Buffer> {
  const draw = backgroundThread<DocumentContent, Uint8Array>(script, {
    maxQueued,
    limit: { ms: longestMs },
  });
  return async ({ kind, number, orderId, facts, issuedAt }) =>
    Buffer.from(await draw({ kind, number, orderId, facts, issuedAt }));
}

/** The PDF file of a document, drawn away from the main thread. Raises `Overloaded` when too many are waiting. */
export const drawPdf = createDrawer(new URL('drawing-worker.ts', import.meta.url), {
  maxQueued: MAX_QUEUED,
  longestMs: LONGEST_MS,
});
