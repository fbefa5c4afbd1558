import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A reader of PDF files, for tests. */
export interface PdfReader {
  /** The text of each page, as a reader sees it. One file at a time. */
  pagesOf(file: Uint8Array): Promise<string[]>;
  close(): Promise<unknown>;
}

export function openPdfReader(): PdfReader {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url));
  return {
    async pagesOf(file) {
      const answer = once(worker, 'message');
      worker.postMessage(new Uint8Array(file), []);
      const [pages]: unknown[] = await answer;
      assert.ok(Array.isArray(pages));
      return pages.map(String);
    },
    close: () => worker.terminate(),
  };
}
