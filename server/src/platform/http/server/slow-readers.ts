import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { App } from '../route/app.ts';

/** The maximum time without progress for a reader of a response; each byte restarts it. */
export const SILENCE_MS = 120_000;
/** The time a client gets to read a response that was sent before its request was complete. */
const LINGER_MS = 1_000;

/**
 * Ends the connection of every client that does not read a response that is a stream, and of one that continues to send
 * after such a response is complete: neither may hold it forever. A client that reads slowly is not affected, however
 * long its response takes.
 */
export function registerSlowReaders(app: Pick<App, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) endSlowReader(reply);
    done(null, payload);
  });
}

function endSlowReader({ raw, request }: FastifyReply): void {
  // A response that waits for the previous one on the same connection has no socket yet.
  const { socket } = request.raw;
  let last = socket.bytesWritten;
  const timer = setInterval(() => {
    const bytes = socket.bytesWritten;
    if (bytes === last && raw.writableNeedDrain) socket.destroy();
    last = bytes;
  }, SILENCE_MS);
  timer.unref();
  raw.once('finish', () => {
    if (request.raw.complete) return;
    const end = setTimeout(() => request.raw.destroy(), LINGER_MS);
    request.raw.once('close', () => clearTimeout(end));
  });
  raw.once('close', () => clearInterval(timer));
}
