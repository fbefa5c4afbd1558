// The code of the thread of markdown-renderer.ts: a text as safe HTML.
export { markdownPart as run } from './markdown.ts';
