import type { FastifyReply } from 'fastify';

/** An answer may wait for its reader for so long. */
const SILENCE_MS = 60_000;
/** How long a client may take to read an answer that came before all of its request. */
const LINGER_MS = 1_000;

/**
 * Ends the connection of a client that reads nothing of a long answer, and of one that goes on sending when its answer is
 * complete: neither may hold it for ever.
 */
export function endSlowReader({ raw, request }: FastifyReply, silenceMs: number = SILENCE_MS): void {
  let last = raw.socket?.bytesWritten;
  const timer = setInterval(() => {
    const bytes = raw.socket?.bytesWritten;
    if (bytes === last && raw.writableNeedDrain) raw.destroy();
    last = bytes;
  }, silenceMs);
  timer.unref();
  raw.once('finish', () => {
    if (request.raw.complete) return;
    const end = setTimeout(() => request.raw.destroy(), LINGER_MS);
    request.raw.once('close', () => clearTimeout(end));
  });
  raw.once('close', () => clearInterval(timer));
}
