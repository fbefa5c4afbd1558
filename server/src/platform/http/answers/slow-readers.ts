import type { FastifyReply } from 'fastify';

/** The time a response may wait for its reader. */
const SILENCE_MS = 60_000;
/** The time a client gets to read a response that was sent before its request was complete. */
const LINGER_MS = 1_000;

/**
 * Ends the connection of a client that does not read a long response, and of one that continues to send after its
 * response is complete: neither may hold it forever.
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
