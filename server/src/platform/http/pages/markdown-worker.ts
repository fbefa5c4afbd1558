import { parentPort } from 'node:worker_threads';
import { markdownPart } from './markdown.ts';
import type { RenderingAnswer } from './markdown-renderer.ts';

// Code of the worker of markdown-renderer.ts.

parentPort?.on('message', (markdown: string) => {
  void answerOf(markdown).then((answer) => parentPort?.postMessage(answer, []));
});

// The first text loads the library, so that the time of the next one is its own.
void markdownPart('').then(() => parentPort?.postMessage('ready', []));

async function answerOf(markdown: string): Promise<RenderingAnswer> {
  try {
    return { html: await markdownPart(markdown) };
  } catch (failure) {
    return { failure };
  }
}
