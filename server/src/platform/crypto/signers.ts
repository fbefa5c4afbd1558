import type { DSAEncoding, KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

/** The parameters of `crypto.sign`. Each key is always used with the same ones. */
export interface SigningMethod {
  readonly key: KeyObject;
  readonly digest: string | null;
  readonly dsaEncoding: DSAEncoding;
}

const MAX_WORKERS = Math.min(availableParallelism(), 4);
/** A signature waits for the others of its batch: 16 of RSA-2048 take 5 to 15 ms, depending on the CPU. */
const MAX_BATCH = 16;
/** A worker has the next batch before it finishes one, so it does not wait for a busy event loop. */
const BATCHES_PER_WORKER = 2;
/** An idle worker keeps its 10 MB for this long. */
const IDLE_MS = 60_000;

interface Job {
  readonly input: string;
  readonly method: SigningMethod;
  readonly resolve: (signature: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** A request to a worker: sign each text with the same key. */
export interface SigningTask {
  readonly method: SigningMethod;
  readonly inputs: readonly string[];
}

/** The worker's reply: signatures in base64url, in the order of the texts. */
export type SigningAnswer = { readonly signatures: readonly string[] } | { readonly failure: unknown };

/**
 * Signs in worker threads of a lower priority than the event loop (ADR 0009). Under load a worker gets batches: signed
 * one by one, each token would wake the event loop. Workers start when they are needed, end after a minute without
 * work, and do not keep a process alive.
 */
export class Signers {
  readonly #script: URL;
  readonly #idleMs: number;
  #workers: readonly SigningWorker[] = [];
  #waiting: Job[] = [];
  #isDue = false;
  #requested = 0;
  #done = 0;
  #settled = Promise.withResolvers<void>();

  /** `script` is the code of each worker: it responds to a `SigningTask` with a `SigningAnswer`. */
  constructor(script: URL, idleMs = IDLE_MS) {
    this.#script = script;
    this.#idleMs = idleMs;
  }

  /** See `signAway`. */
  sign(input: string, method: SigningMethod): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting.push({ input, method, resolve, reject });
    this.#requested += 1;
    // Texts that are requested in one go are distributed together, and before a commit can block the event loop.
    if (!this.#isDue) {
      this.#isDue = true;
      process.nextTick(this.#shareOut);
    }
    return promise;
  }

  /** See `untilSignersHaveRoom`. Does not wait for texts that are requested meanwhile, or it might never end. */
  async untilRoom(): Promise<void> {
    const enough = this.#requested - MAX_WORKERS * MAX_BATCH;
    while (this.#done < enough) await this.#settled.promise;
  }

  readonly #shareOut = (): void => {
    this.#isDue = false;
    for (let batches = 0; batches < BATCHES_PER_WORKER; batches += 1) {
      for (const worker of this.#workers) {
        if (worker.batches === batches && this.#waiting.length > 0) worker.sign(this.#nextBatch());
      }
      while (this.#waiting.length > 0 && this.#workers.length < MAX_WORKERS) {
        if (!this.#startWorker()) return;
      }
    }
  };

  /** False when no other thread can start: existing ones continue, and without any nothing can be signed. */
  #startWorker(): boolean {
    const worker = this.#newWorker();
    if (worker === undefined) return false;
    this.#workers = [...this.#workers, worker];
    worker.sign(this.#nextBatch());
    return true;
  }

  #newWorker(): SigningWorker | undefined {
    try {
      const worker: SigningWorker = new SigningWorker(this.#script, this.#idleMs, {
        onFree: this.#shareOut,
        onSettled: (count) => this.#settle(count),
        onEnd: () => (this.#workers = this.#workers.filter((other) => other !== worker)),
      });
      return worker;
    } catch (failure) {
      if (this.#workers.length === 0) this.#failWaiting(failure);
      return undefined;
    }
  }

  #failWaiting(failure: unknown): void {
    const failed = this.#waiting;
    this.#waiting = [];
    this.#settle(failed.length);
    settle(failed, { failure });
  }

  #settle(count: number): void {
    this.#done += count;
    this.#settled.resolve();
    this.#settled = Promise.withResolvers();
  }

  /** An even share of the jobs that wait for the same key. */
  #nextBatch(): Job[] {
    const share = Math.min(MAX_BATCH, Math.ceil(this.#waiting.length / MAX_WORKERS));
    const method = this.#waiting[0]?.method;
    const other = this.#waiting.findIndex((job) => job.method.key !== method?.key);
    const length = other < 0 ? share : Math.min(share, other);
    const batch = this.#waiting.slice(0, length);
    this.#waiting = this.#waiting.slice(length);
    return batch;
  }
}

/** A message from a worker to the signers. */
interface WorkerEvents {
  /** The worker has room for a batch. */
  readonly onFree: () => void;
  /** This number of signatures was created, or failed. */
  readonly onSettled: (count: number) => void;
  /** The worker's thread has ended, or is about to: it gets no further batch. */
  readonly onEnd: () => void;
}

/** One thread, and its batches. */
class SigningWorker {
  readonly #worker: Worker;
  readonly #batches: Job[][] = [];
  readonly #events: WorkerEvents;
  readonly #idleMs: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(script: URL, idleMs: number, events: WorkerEvents) {
    this.#worker = new Worker(script, { execArgv: [] });
    this.#events = events;
    this.#idleMs = idleMs;
    this.#worker.on('message', (answer: SigningAnswer) => this.#answer(answer));
    let failure: unknown;
    this.#worker.on('error', (error) => {
      failure = error;
    });
    this.#worker.on('exit', (code) => {
      events.onEnd();
      failure ??= new Error(`a signing worker ended with ${code}`);
      while (this.#batches.length > 0) this.#answer({ failure });
    });
  }

  get batches(): number {
    return this.#batches.length;
  }

  sign(batch: Job[]): void {
    const [first] = batch;
    if (first === undefined) return;
    clearTimeout(this.#idle);
    this.#worker.ref();
    this.#batches.push(batch);
    const task: SigningTask = { method: first.method, inputs: batch.map(({ input }) => input) };
    this.#worker.postMessage(task);
  }

  #answer(answer: SigningAnswer): void {
    const batch = this.#batches.shift() ?? [];
    this.#events.onFree();
    // The worker keeps the process alive only while it has work.
    if (this.#batches.length === 0) this.#rest();
    this.#events.onSettled(batch.length);
    settle(batch, answer);
  }

  #rest(): void {
    this.#worker.unref();
    this.#idle = setTimeout(() => {
      this.#events.onEnd();
      void this.#worker.terminate();
    }, this.#idleMs).unref();
  }
}

function settle(batch: readonly Job[], answer: SigningAnswer): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const signature = 'signatures' in answer ? answer.signatures[index] : undefined;
    if (signature !== undefined) resolve(signature);
    else reject('failure' in answer ? answer.failure : new Error('a signing worker gave too few signatures'));
  }
}

const signers = new Signers(new URL('signing-worker.cjs', import.meta.url));

/** Signs text away from the main thread; resolves with the signature in base64url. Rejects when the key cannot sign. */
export function signAway(input: string, method: SigningMethod): Promise<string> {
  return signers.sign(input, method);
}

/**
 * Resolves once at most one batch per worker of the texts requested so far is unsigned. A caller that waits for this
 * before it requests more loses no time: the workers are busy, and meanwhile it collects more to request at once.
 */
export function untilSignersHaveRoom(): Promise<void> {
  return signers.untilRoom();
}
