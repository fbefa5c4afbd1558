import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import { isLoopbackHost } from '../network/loopback.ts';
import { type Metrics, showsToken } from './metrics.ts';

/**
 * Serves `/metrics`, and nothing else, on the listening address that the configuration names for it. A configured token
 * is required; without one the address is on this machine only (the configuration ensures this), and so is the name in
 * `Host`, so that no website leads a browser here. Rejects when it cannot listen on the address.
 */
export async function serveMetrics(
  metrics: Metrics,
  { metricsAddress, metricsToken }: Pick<Config, 'metricsAddress' | 'metricsToken'>,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    metricsToken === undefined
      ? isLoopbackHost(headers.host ?? '')
      : showsToken(headers.authorization, metricsToken);
  const server = createServer((request, response) => {
    void answer(request, response, metrics, isAllowed(request));
  });
  server.listen(metricsAddress);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  metrics: Metrics,
  isAllowed: boolean,
): Promise<void> {
  const isKnown = method === 'GET' && url?.split('?', 1)[0] === '/metrics';
  try {
    if (!isKnown) response.writeHead(404).end();
    else if (!isAllowed) response.writeHead(403).end();
    else response.writeHead(200, { 'content-type': metrics.mediaType }).end(await metrics.text());
  } catch {
    response.destroy();
  }
}
