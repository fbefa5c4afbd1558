import { readFile } from 'node:fs/promises';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const WEB_DIST = join(import.meta.dirname, '../web/dist');

/** As strict as the product's own policy: a page that needs more than this fails its test. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://web').pathname);
    void answer(path, indexHtml, response);
  });
  const port = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function answer(path: string, indexHtml: Buffer, response: ServerResponse): Promise<void> {
  const isAsset = path.startsWith('/assets/');
  const body = isAsset ? await readFile(join(WEB_DIST, path)).catch(() => undefined) : indexHtml;
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': MEDIA_TYPES[isAsset ? extname(path) : '.html'] ?? 'application/octet-stream',
    'content-security-policy': CONTENT_SECURITY_POLICY,
  });
  response.end(body);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address.port);
    });
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => {
    server.close((failure) => {
      if (failure === undefined) resolve();
      else reject(failure);
    });
  });
}
