import type { Log } from '../log.ts';
import type { App } from './app.ts';

const IDLE_CHECK_MS = 50;

/**
 * Lets an application end without dropping a request: from the moment it is closed, answers tell their clients to
 * send no more on the same connection. Call it before the application is ready.
 */
export function registerGracefulClose(app: App): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Accepts no more connections and resolves when all requests are answered; what takes longer is cut and logged. */
export async function closeGracefully(app: App, timeoutSeconds: number, log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('requests were still running when the time for stopping was over');
    app.server.closeAllConnections();
  }, timeoutSeconds * 1_000);
  // An answer that was under way at the moment of closing leaves its connection open, and idle.
  const release = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(release);
  }
}
