import { type DocumentContent, documentView } from './document-view.ts';
import { documentPdf } from './pdf.ts';

/** The code of the thread of drawer.ts. Only this thread loads the drawing library and its fonts. */
export function run(content: DocumentContent): Promise<Uint8Array> {
  return documentPdf(documentView(content));
}
