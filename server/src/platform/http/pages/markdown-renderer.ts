import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { createTurnstile } from '../../turnstile.ts';
import { plainParagraphs } from './markdown.ts';

/** The worker's reply to a text. Before the first one it sends `ready`. */
export type RenderingAnswer = { readonly html: string } | { readonly failure: unknown };

/** A long page takes about ten milliseconds; only a malicious one takes longer than this. */
const LIMIT_MS = 1_000;
const MAX_QUEUED = 64;
/** An idle worker keeps the library for this long. */
const IDLE_MS = 60_000;
const MEMORY_MB = 128;
/** The limit of one text: references can turn a short text into a very long page. */
const MAX_HTML = 1_000_000;
/** The limit of all texts in memory. */
const MAX_CHARACTERS = 8_000_000;
/** The machine may only have been busy: a text without a page gets another try, each after twice the time. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

interface Page {
  readonly html: string;
  /** The failed attempts to render it in a row. */
  readonly failures: number;
}

export interface MarkdownRendererOptions {
  readonly limitMs?: number;
  readonly maxQueued?: number;
  readonly firstRetryMs?: number;
}

/**
 * Renders texts of vendors one after another in a worker thread, each for a limited time: some short texts keep the
 * library busy for minutes, which must not hold up anybody else. Caches the pages, and which texts have none. The
 * thread starts when it is needed, ends after a minute without work, and does not keep a process alive.
 */
export class MarkdownRenderer {
  readonly #script: URL;
  readonly #limitMs: number;
  readonly #takeTurn: ReturnType<typeof createTurnstile>;
  readonly #firstRetryMs: number;
  readonly #pages = new LRUCache<string, Page>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ html }, markdown) => html.length + markdown.length,
    noDeleteOnStaleGet: true,
  });
  readonly #running = new Map<string, Promise<string>>();
  #worker: Promise<Worker> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `script` is the code of the worker: it sends `ready`, then replies to each text with a `RenderingAnswer`. */
  constructor(
    script: URL,
    {
      limitMs = LIMIT_MS,
      maxQueued = MAX_QUEUED,
      firstRetryMs = FIRST_RETRY_MS,
    }: MarkdownRendererOptions = {},
  ) {
    this.#script = script;
    this.#limitMs = limitMs;
    this.#firstRetryMs = firstRetryMs;
    this.#takeTurn = createTurnstile({ maxConcurrent: 1, maxQueued });
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
      return await this.#takeTurn(async () => {
        const html = await this.#ask(markdown);
        if (html === undefined) return this.#keepPlain(markdown);
        this.#pages.set(markdown, { html, failures: 0 });
        return html;
      });
    } catch {
      // Too many are waiting: the next visitor gets the formatted page.
      return plainParagraphs(markdown);
    }
  }

  #keepPlain(markdown: string): string {
    const html = plainParagraphs(markdown);
    const failures = this.#pages.peek(markdown, { allowStale: true })?.failures ?? 0;
    const ttl = Math.min(this.#firstRetryMs * 2 ** failures, LONGEST_RETRY_MS);
    this.#pages.set(markdown, { html, failures: failures + 1 }, { ttl });
    return html;
  }

  /** `undefined` when the text has no page. */
  async #ask(markdown: string): Promise<string | undefined> {
    clearTimeout(this.#idle);
    const worker = await (this.#worker ??= this.#start());
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<RenderingAnswer | undefined>();
    const giveUp = (): void => resolve(undefined);
    const limit = setTimeout(giveUp, this.#limitMs);
    worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
    worker.postMessage(markdown, []);
    const answer = await promise;
    clearTimeout(limit);
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp);
    if (answer === undefined) this.#end(worker);
    else this.#rest(worker);
    return answer !== undefined && 'html' in answer && answer.html.length <= MAX_HTML
      ? answer.html
      : undefined;
  }

  async #start(): Promise<Worker> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
    const worker = new Worker(this.#script, { execArgv: [], resourceLimits });
    const forget = (): void => {
      this.#worker = undefined;
      reject(new Error('the rendering worker ended'));
    };
    worker
      .on('exit', forget)
      .on('error', forget)
      .once('message', () => resolve());
    await promise;
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
  }

  #end(worker: Worker): void {
    this.#worker = undefined;
    worker.removeAllListeners().on('error', () => undefined);
    void worker.terminate();
  }
}

const renderer = new MarkdownRenderer(new URL('markdown-worker.ts', import.meta.url));

/** A vendor's Markdown as safe HTML, without holding up anybody else; plain paragraphs when it takes too long. */
export function renderAway(markdown: string): Promise<string> {
  return renderer.render(markdown);
}
