import { parentPort } from 'node:worker_threads';
import { type DocumentContent, documentView } from './document-view.ts';
import type { DrawingAnswer } from './drawer.ts';
import { documentPdf } from './pdf.ts';

// Code of the worker of drawer.ts. Only this thread loads the drawing library and its fonts.

parentPort?.on('message', (content: DocumentContent) => {
  void answerOf(content).then((answer) => parentPort?.postMessage(answer, []));
});

async function answerOf(content: DocumentContent): Promise<DrawingAnswer> {
  try {
    return { pdf: await documentPdf(documentView(content)) };
  } catch (failure) {
    return { failure };
  }
}
