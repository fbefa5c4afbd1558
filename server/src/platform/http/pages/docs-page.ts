import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { access, type App } from '../route/app.ts';
import { onceLoaded, sendCompressed } from '../content/compressed-body.ts';
import { isFromThisMachine } from '../network/client.ts';
import type { ApiReference } from '../openapi/document.ts';
import { referenceText } from './reference-text.ts';

/**
 * The reference is a large third-party program. `sandbox` without `allow-same-origin` gives its page an origin of its
 * own: it cannot access data that other pages of this host store in the browser, and its requests are those of a
 * stranger. The policy is sent with this page only.
 */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-scripts allow-popups allow-downloads";

/** Cached by browsers and revalidated each time, so a new version shows immediately. */
const PROGRAM_CACHING = 'public, no-cache';
/** The page depends on the request. */
const PAGE_CACHING = 'private, no-cache';

/**
 * The page contains the header of its requests, and no other page can read it; any page could run a script. Its text is
 * there before the program, which replaces it.
 */
const pageOf = (head: string, text: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />${head}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Latchkey API reference</title>
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <main id="loading" style="padding: 2rem; max-width: 60rem; font: 1rem/1.5 system-ui; overflow-wrap: anywhere">
      <h1>Latchkey API reference</h1>
      <p role="status">Loading the details …</p>
      <noscript><p>The details need JavaScript. <a href="/openapi.json">openapi.json</a> has them, too.</p></noscript>
      ${text}
    </main>
    <div id="app"></div>
    <script src="/docs/prepare.js"></script>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A page in a sandbox has no storage; the reference expects one, so it gets one that lasts as long as the page. */
const PREPARE = `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() { return items.size; },
  };
  Object.defineProperty(window, name, { value: storage, configurable: true });
}
`;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Stronger shades of the reference's own colors where these are too faint to read (WCAG 2.2 AA). */
const COLORS = `
body.light-mode {
  --scalar-color-2: #545454;
  --scalar-color-3: #636363;
  --scalar-sidebar-color-2: #545454;
  --scalar-sidebar-search-color: #636363;
  --scalar-color-green: #006b43;
  --scalar-color-red: #b80000;
  --scalar-color-yellow: #7a5600;
  --scalar-color-blue: #005d99;
  --scalar-color-orange: #a33800;
  --scalar-color-purple: #5203d1;
}
body.dark-mode {
  --scalar-color-3: #9d9d9d;
  --scalar-sidebar-search-color: #9d9d9d;
  --scalar-color-red: #ff6b6b;
}`;

/** Allows sending requests if the server gave the page their header. */
const START = `const header = document.querySelector('meta[name="latchkey-reference"]')?.content;
document.querySelector('#loading').remove();
Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: header === undefined,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  favicon: 'data:,',
  customCss: ${JSON.stringify(COLORS)},
  customFetch: (input, init) => {
    const request = new Request(input, init);
    const isOfApi = request.url.startsWith(location.origin + '/') && !request.url.endsWith('/openapi.json');
    if (header !== undefined && isOfApi) request.headers.set(header, '1');
    return fetch(request);
  },
});
// Fixes parts of the reference that have no accessible name, a name other than the visible one, or no keyboard access;
// and gives each operation the same landmark.
function mend() {
  const all = (selector) => document.querySelectorAll(selector);
  for (const button of all('.scalar-code-copy:not([aria-label])')) button.setAttribute('aria-label', 'Copy the code');
  for (const button of all('.show-more[aria-label]')) {
    const { ariaLabel, textContent } = button;
    const shown = textContent.trim();
    if (!ariaLabel.startsWith(shown)) button.ariaLabel = shown + ': ' + ariaLabel;
  }
  for (const list of all('ul.endpoints:not([tabindex])')) list.tabIndex = 0;
  for (const card of all('.response-card[role="region"]')) card.setAttribute('role', 'group');
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
`;

interface DocsOptions {
  /**
   * The header with which the page may call the API (`reference-header.ts`); it is in the page for anyone who opens it
   * on this machine. Without it the page does not offer to send requests.
   */
  readonly requestHeader: string | undefined;
  readonly reference: ApiReference;
  /** The path of the reference's program, which the build writes. */
  readonly program: string;
}

/**
 * Serves the API reference, generated from the OpenAPI document, at `/docs/`. All of it is generated and compressed
 * with the first request, so that it costs neither start-up time nor memory if nobody reads it. Without a build, its
 * program is 404 and explains how to create one.
 */
export function registerDocsPage(app: App, options: DocsOptions): void {
  app.route({
    method: 'GET',
    url: '/docs',
    config: { access: access.public(), isOffAccount: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.redirect('/docs/'),
  });
  servePart(app, '/docs/', HTML, pages(app, options));
  servePart(
    app,
    '/docs/prepare.js',
    SCRIPT,
    sameForAll(async () => PREPARE),
  );
  const program = onceLoaded(() => readFile(options.program));
  servePart(app, '/docs/scalar.js', SCRIPT, () => (existsSync(options.program) ? program() : undefined));
  servePart(
    app,
    '/docs/start.js',
    SCRIPT,
    sameForAll(async () => START),
  );
}

/** The body; undefined if it is not built. */
type Choose = (request: FastifyRequest) => ReturnType<ReturnType<typeof onceLoaded>> | undefined;

function servePart(app: App, url: string, mediaType: string, bodyFor: Choose): void {
  app.route({
    method: 'GET',
    url,
    config: { access: access.public(), isOffAccount: true, isPage: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const caching = mediaType === HTML ? PAGE_CACHING : PROGRAM_CACHING;
      reply.headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': caching });
      const body = await bodyFor(request);
      if (body !== undefined) return sendCompressed(request, reply, body, mediaType);
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The API reference is not built: run "npm run build".\n');
    },
  });
}

function sameForAll(load: () => Promise<string | Buffer>): Choose {
  return onceLoaded(load);
}

function pages(app: App, { requestHeader, reference }: DocsOptions): Choose {
  const text = () => referenceText(app.routeTable, reference);
  const plain = onceLoaded(async () => pageOf('', await text()));
  if (requestHeader === undefined) return plain;
  const meta = `\n    <meta name="latchkey-reference" content="${requestHeader}" />`;
  const sending = onceLoaded(async () => pageOf(meta, await text()));
  return (request) => (isFromThisMachine(request) ? sending() : plain());
}

/** The origin that browsers send for pages in a sandbox, such as the API reference, and for files. */
export const OPAQUE_ORIGIN = 'null';

/**
 * Generates the name of the header that marks requests of the API reference while this process runs. The secret is in
 * the name, because a preflight contains only the names of headers: a page that does not know it never gets to send the
 * request.
 */
export function createReferenceHeader(): string {
  return `x-latchkey-reference-${randomBytes(16).toString('hex')}`;
}

/** Whether the API reference sends this request, or its preflight, in a browser on this machine. */
export function isFromReference(request: FastifyRequest, header: string): boolean {
  const { headers } = request;
  if (headers.origin !== OPAQUE_ORIGIN || !isFromThisMachine(request)) return false;
  if (headers['access-control-request-method'] === undefined) return headers[header] !== undefined;
  const names = headers['access-control-request-headers'] ?? '';
  return names.split(',').some((name) => name.trim().toLowerCase() === header);
}
