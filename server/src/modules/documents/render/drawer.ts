import { Worker } from 'node:worker_threads';
import { createTurnstile } from '../../../platform/turnstile.ts';
import type { DocumentContent } from './document-view.ts';

/** The worker's reply to a `DocumentContent`. */
export type DrawingAnswer = { readonly pdf: Uint8Array } | { readonly failure: unknown };

/** A document of a hundred lines takes about a second: requests beyond this many are refused and may be retried. */
const MAX_QUEUED = 32;
/** An idle worker keeps the library and its fonts for this long. */
const IDLE_MS = 60_000;

export interface DrawerOptions {
  readonly maxQueued?: number;
  readonly idleMs?: number;
}

/**
 * Draws PDF files one after another in a worker thread, off the event loop. The thread starts when it is needed, ends
 * after a minute without work, and does not keep a process alive.
 */
export class Drawer {
  readonly #script: URL;
  readonly #idleMs: number;
  readonly #takeTurn: ReturnType<typeof createTurnstile>;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `script` is the code of the worker: it replies to each `DocumentContent` with a `DrawingAnswer`. */
  constructor(script: URL, { maxQueued = MAX_QUEUED, idleMs = IDLE_MS }: DrawerOptions = {}) {
    this.#script = script;
    this.#idleMs = idleMs;
    this.#takeTurn = createTurnstile({ maxConcurrent: 1, maxQueued });
  }

  /** The file of a document. Rejects with 503 `Overloaded` and `Retry-After` when too many are waiting. */
  draw({ kind, number, orderId, facts, issuedAt }: DocumentContent): Promise<Buffer> {
    return this.#takeTurn(() => this.#ask({ kind, number, orderId, facts, issuedAt }));
  }

  async #ask(content: DocumentContent): Promise<Buffer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<DrawingAnswer>();
    const onExit = (code: number): void => reject(new Error(`the drawing worker ended with ${code}`));
    worker.once('message', resolve).once('error', reject).once('exit', onExit);
    try {
      worker.postMessage(content, []);
      const answer = await promise;
      if ('failure' in answer) throw answer.failure;
      return Buffer.from(answer.pdf);
    } finally {
      worker.off('message', resolve).off('error', reject).off('exit', onExit);
      this.#rest(worker);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { execArgv: [] });
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker.on('exit', forget).on('error', forget);
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      if (this.#worker === worker) this.#worker = undefined;
      void worker.terminate();
    }, this.#idleMs).unref();
  }
}

const drawer = new Drawer(new URL('drawing-worker.ts', import.meta.url));

/** The PDF file of a document, drawn away from the main thread. Raises `Overloaded` when too many are waiting. */
export function drawAway(content: DocumentContent): Promise<Buffer> {
  return drawer.draw(content);
}
