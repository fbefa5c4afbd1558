import type { Server } from 'node:http';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../log.ts';
import type { App } from '../route/app.ts';

const IDLE_CHECK_MS = 50;
/**
 * Connections without a request for this time may be closed: their clients have nothing pending. Busy machines let a
 * client wait for a good part of it between a response and the next request.
 */
const QUIET_MS = 1_000;
/** New clients can connect at any time, so the server waits for them at most this long. */
const MOST_DRAIN_MS = 2_000;

/**
 * Lets an application end without dropping a request: once it is closing, responses tell their clients to send no more
 * on the same connection. Call it before the application is ready.
 *
 * For the first `drainSeconds` it continues to serve new connections, too, while `/readyz` tells load balancers to send
 * none.
 *
 * An idle connection may have a request on its way, which closing it would drop. So the server then continues for a
 * moment, until the active clients have been told.
 */
export function registerGracefulClose(app: App, drainSeconds: number): void {
  let isClosing = false;
  let answeredMeanwhile = 0;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) {
      reply.header('connection', 'close');
      answeredMeanwhile += 1;
    }
    done(null, payload);
  });
  let release: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    await delay(drainSeconds * 1_000);
    await drained(app.server, () => answeredMeanwhile);
    // A response that is in progress now leaves its connection open, and idle.
    const closeIdle = (): void => app.server.closeIdleConnections();
    release = setInterval(() => setImmediate(closeIdle), IDLE_CHECK_MS);
  });
  app.addHook('onClose', async () => clearInterval(release));
}

/** Resolves when no connection is open or no request has arrived for a while. */
async function drained(server: Server, responseCount: () => number): Promise<void> {
  const deadline = performance.now() + MOST_DRAIN_MS;
  while (performance.now() < deadline && (await openConnections(server)) > 0) {
    const before = responseCount();
    await delay(QUIET_MS);
    // The time may be up while requests wait to be read: once they have been read, their connections are not idle.
    await afterReading();
    if (responseCount() === before) return;
  }
}

function openConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

/**
 * Accepts no more connections and resolves when all requests have a response; requests that take longer are aborted and
 * logged.
 */
export async function closeGracefully(app: App, timeoutSeconds: number, log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('requests were still running when the stop timeout expired');
    app.server.closeAllConnections();
  }, timeoutSeconds * 1_000);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
