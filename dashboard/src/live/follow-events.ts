import { eventsIn, type StreamEvent } from './stream-events.ts';

/** The server does not send its events to whoever is signed in here, however often they ask. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

interface Following {
  /** Opens the stream after the event with this id, or with the next event. Raises `StreamRefused`. */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<ReadableStream<string>>;
  readonly onEvent: (event: StreamEvent) => void;
  readonly signal: AbortSignal;
  /** Waits for so many milliseconds, or until the signal. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Follows the events of the account until `signal`. A stream that ends or fails is opened again where it was, after a
 * random pause that grows as long as no event arrives; one that is refused ends it.
 */
export async function followEvents({ open, onEvent, signal, pause = wait }: Following): Promise<void> {
  let last: string | undefined;
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      for await (const event of eventsIn(await open(last, signal))) {
        last = event.id;
        tries = 0;
        onEvent(event);
      }
    } catch (failure) {
      if (failure instanceof StreamRefused) return;
    }
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2), signal);
  }
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', () => {
    resolve();
  });
  await promise;
  clearTimeout(timer);
}
