import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads PDF files on a separate thread, because the library changes globals. */
parentPort?.on('message', (file: Uint8Array) => {
  void pagesOf(file).then((pages) => parentPort?.postMessage(pages, []));
});

async function pagesOf(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await task.destroy();
  return pages;
}
