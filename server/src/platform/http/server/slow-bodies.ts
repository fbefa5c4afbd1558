import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { App } from '../route/app.ts';
import { answerUnparsable } from './unroutable.ts';

/** The maximum time for a request body to arrive. */
const BODY_MS = 60_000;
/** The maximum time without data during an upload. */
const SILENCE_MS = 60_000;

/**
 * Ends connections whose request bodies do not arrive: slow senders must not hold them forever. Routes with
 * `config.isUpload` take as long as they need while bytes keep arriving.
 */
export function registerSlowBodies(app: App, { bodyMs = BODY_MS, silenceMs = SILENCE_MS } = {}): void {
  app.addHook('onRequest', ({ raw, routeConfig }, reply, done) => {
    if (routeConfig.isUpload === true) endSilent(raw, reply, silenceMs);
    else if (hasBody(raw)) endLate(raw, reply, bodyMs);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

function endLate(raw: IncomingMessage, reply: FastifyReply, bodyMs: number): void {
  const timer = setTimeout(() => endSlow(raw, reply), bodyMs);
  clearOnArrival(raw, timer);
}

function endSilent(raw: IncomingMessage, reply: FastifyReply, silenceMs: number): void {
  let last = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    // Time in which the disk is too slow to read bytes does not count as silence of the client.
    if (bytesRead === last && raw.readableLength === 0) endSlow(raw, reply);
    last = bytesRead;
  }, silenceMs);
  clearOnArrival(raw, timer);
}

function clearOnArrival(raw: IncomingMessage, timer: NodeJS.Timeout): void {
  timer.unref();
  const clear = (): void => clearTimeout(timer);
  raw.once('end', clear).once('close', clear);
}

function endSlow(raw: IncomingMessage, reply: FastifyReply): void {
  if (raw.complete) return;
  if (reply.raw.headersSent) raw.destroy();
  else answerUnparsable(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
}
