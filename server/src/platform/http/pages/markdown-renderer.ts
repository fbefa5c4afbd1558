import { LRUCache } from 'lru-cache';
import { Problem } from '../../../kernel/problem.ts';
import { backgroundThread } from '../../thread.ts';
import { plainParagraphs } from './markdown.ts';

/** A long page takes about ten milliseconds; only a malicious one takes longer than this. */
const LIMIT_MS = 1_000;
const MAX_QUEUED = 64;
const MEMORY_MB = 128;
/** The limit of one text: references can turn a short text into a very long page. */
const MAX_HTML = 1_000_000;
/** The limit of all texts in memory, unless the options have another. */
const MAX_CHARACTERS = 8_000_000;
/** The machine may only have been busy: a text without a page gets another try, each after twice the time. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

interface Page {
  readonly html: string;
  /** The failed attempts to render it in a row. */
  readonly failures: number;
}

interface MarkdownRendererOptions {
  readonly limitMs?: number;
  readonly maxQueued?: number;
  readonly firstRetryMs?: number;
  /** Of all texts in memory. */
  readonly maxCharacters?: number;
}

/**
 * Renders texts of vendors one after another in a worker thread, each for a limited time: some short texts keep the
 * library busy for minutes, which must not hold up anybody else. Caches the pages, and which texts have none.
 */
export class MarkdownRenderer {
  readonly #ask: (markdown: string) => Promise<string>;
  readonly #firstRetryMs: number;
  readonly #pages: LRUCache<string, Page>;
  readonly #running = new Map<string, Promise<string>>();

  /** `script` is the code of the thread: a function from a text to its page. */
  constructor(
    script: URL,
    {
      limitMs = LIMIT_MS,
      maxQueued = MAX_QUEUED,
      firstRetryMs = FIRST_RETRY_MS,
      maxCharacters = MAX_CHARACTERS,
    }: MarkdownRendererOptions = {},
  ) {
    this.#firstRetryMs = firstRetryMs;
    this.#pages = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ html }, markdown) => html.length + markdown.length + 1,
      noDeleteOnStaleGet: true,
    });
    // The first text loads the library, so that the time of the next one is its own.
    const limit = { ms: limitMs, firstTask: '' };
    this.#ask = backgroundThread(script, { maxQueued, memoryMb: MEMORY_MB, limit });
  }

  /**
   * A text as safe HTML: that of `markdownPart`, or its plain paragraphs when it takes too long or too many are
   * waiting.
   */
  async render(markdown: string): Promise<string> {
    const page = this.#pages.get(markdown);
    if (page !== undefined) return page.html;
    const earlier = this.#running.get(markdown);
    if (earlier !== undefined) return earlier;
    const running = this.#renderInTurn(markdown).finally(() => this.#running.delete(markdown));
    this.#running.set(markdown, running);
    return running;
  }

  async #renderInTurn(markdown: string): Promise<string> {
    try {
      const html = await this.#ask(markdown);
      if (html.length > MAX_HTML) return this.#keepPlain(markdown);
      this.#pages.set(markdown, { html, failures: 0 });
      return html;
    } catch (error) {
      // Too many are waiting: the next visitor gets the formatted page.
      return error instanceof Problem ? plainParagraphs(markdown) : this.#keepPlain(markdown);
    }
  }

  #keepPlain(markdown: string): string {
    const html = plainParagraphs(markdown);
    const failures = this.#pages.peek(markdown, { allowStale: true })?.failures ?? 0;
    const ttl = Math.min(this.#firstRetryMs * 2 ** failures, LONGEST_RETRY_MS);
    this.#pages.set(markdown, { html, failures: failures + 1 }, { ttl });
    return html;
  }
}

const renderer = new MarkdownRenderer(new URL('markdown-worker.ts', import.meta.url));

/** A vendor's Markdown as safe HTML, without holding up anybody else; plain paragraphs when it takes too long. */
export function renderMarkdown(markdown: string): Promise<string> {
  return renderer.render(markdown);
}

/** What somebody writes takes no place and no time of the pages of shops. */
const previews = new MarkdownRenderer(new URL('markdown-worker.ts', import.meta.url), {
  maxQueued: 8,
  maxCharacters: 500_000,
});

/** The same for a text that is being written. */
export function previewMarkdown(markdown: string): Promise<string> {
  return previews.render(markdown);
}
