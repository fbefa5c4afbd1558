import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../..');
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
});

// `import.meta.main` needs a newer Node than Latchkey's npm commands.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename) {
  const { port } = await serveShop(
    process.argv[2] ?? 'http://localhost:4242',
    Number(process.env['PORT'] ?? 8080),
  );
  console.log(`The shop is at http://localhost:${port}/`);
}

/**
 * Serves the shop on this machine, for development: any web server can serve the files. `baseUrl` is the address of the
 * account; port 0 is any.
 *
 * @type {(baseUrl: string, port: number) => Promise<{ port: number, close: () => void }>}
 */
export async function serveShop(baseUrl, port) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    contentOf(pathname, baseUrl).then(
      ({ type, body }) =>
        response
          .setHeader('content-type', type)
          .setHeader('content-security-policy', policyOf(body.toString(), baseUrl))
          .end(body),
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => server.close(),
  };
}

/** @type {(pathname: string, baseUrl: string) => Promise<{ type: string, body: string | Buffer }>} */
async function contentOf(pathname, baseUrl) {
  const type = TYPES[path.extname(pathname)] ?? TYPES['.html'] ?? '';
  if (pathname === '/config.js') return { type, body: `export const baseUrl = ${JSON.stringify(baseUrl)};` };
  return { type, body: await readFile(fileOf(pathname)) };
}

/** @type {(pathname: string) => string} */
function fileOf(pathname) {
  const name = path.normalize(pathname === '/' ? '/index.html' : pathname);
  if (name === '/openapi-fetch/index.js') return path.join(ROOT, 'node_modules/openapi-fetch/dist/index.mjs');
  if (name.startsWith('/sdk/')) return path.join(ROOT, 'sdk/dist', name.slice('/sdk/'.length));
  return path.join(HERE, name);
}

/** Allows the files of the page, its import map, and the account. @type {(html: string, baseUrl: string) => string} */
function policyOf(html, baseUrl) {
  const importMap = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(importMap).digest('base64');
  return (
    `default-src 'self'; script-src 'self' 'sha256-${hash}'; connect-src ${new URL(baseUrl).origin}; ` +
    "img-src 'self' data:; base-uri 'none'"
  );
}
