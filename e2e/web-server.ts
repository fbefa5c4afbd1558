import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type RequestListener, type ServerResponse, createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const WEB_DIST = join(import.meta.dirname, '../web/dist');

/** As strict as the product's own policy: a page that needs more than this fails its test. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface WebServer {
  /** `http://127.0.0.1:{port}` */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the built web app (`npm run build -w web`) on a free loopback port, without an API: files under
 * `/assets/`, the page itself everywhere else. Raises an error when the app has not been built.
 */
export async function serveBuiltWeb(): Promise<WebServer> {
  const indexHtml = await readFile(join(WEB_DIST, 'index.html')).catch((cause: unknown) => {
    throw new Error('web/dist is missing: run `npm run build -w web` first.', { cause });
  });
  return serve((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://web').pathname);
    void answer(path, indexHtml, response);
  });
}

/** Serves requests on a free loopback port. */
export async function serve(listener: RequestListener): Promise<WebServer> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(path: string, indexHtml: Buffer, response: ServerResponse): Promise<void> {
  const isAsset = path.startsWith('/assets/');
  const body = isAsset ? await readFile(join(WEB_DIST, path)).catch(() => undefined) : indexHtml;
  const mediaType = MEDIA_TYPES[isAsset ? extname(path) : '.html'] ?? 'application/octet-stream';
  response.writeHead(body === undefined ? 404 : 200, {
    // Like the product: code that is compiled once is not compiled again.
    ...(isAsset && body !== undefined && { 'cache-control': 'public, max-age=31536000, immutable' }),
    'content-type': body === undefined ? 'text/plain' : mediaType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
  });
  response.end(body ?? 'There is no such file.');
}
