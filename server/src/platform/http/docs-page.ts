import { fastify } from 'fastify';
import { access } from './access.ts';
import type { App } from './app.ts';
import { onceLoaded, sendCompressed } from './compressed-body.ts';

/**
 * The reference is a large program of others. `sandbox` without `allow-same-origin` gives its page an origin of its own:
 * it reaches nothing that other pages of this host keep in the browser, and its requests are those of a stranger. The
 * policy is sent with this page alone.
 */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data:; " +
  "font-src data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-scripts allow-popups allow-downloads";

/** Kept by browsers, and asked for again each time: a new version shows at once. */
const CACHE_CONTROL = 'public, no-cache';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Latchkey API reference</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/prepare.js"></script>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A page in a sandbox has no storage; the reference expects one, so it gets one that ends with the page. */
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

interface DocsOptions {
  /** Whether the page offers to send requests: only where pages without an origin may call the API. */
  readonly offersRequests: boolean;
}

/**
 * Serves the API reference, made from the OpenAPI document, at `/docs/`. All of it is made and compressed once, when somebody first asks for it, so that it costs neither time at the start nor memory
 * where nobody reads it; everybody gets the same bytes.
 */
export function registerDocsPage(app: App, options: DocsOptions): void {
  app.route({
    method: 'GET',
    url: '/docs',
    config: { access: access.public(), isOffAccount: true },
    schema: { hide: true },
    handler: async (_request, reply) => reply.redirect('/docs/'),
  });
  const parts: [url: string, mediaType: string, load: () => Promise<string | Buffer>][] = [
    ['/docs/', HTML, async () => PAGE],
    ['/docs/prepare.js', SCRIPT, async () => PREPARE],
    ['/docs/scalar.js', SCRIPT, loadReference],
    ['/docs/start.js', SCRIPT, async () => startScript(options)],
  ];
  for (const [url, mediaType, load] of parts) {
    const body = onceLoaded(load);
    app.route({
      method: 'GET',
      url,
      config: { access: access.public(), isOffAccount: true, isPage: true },
      schema: { hide: true },
      handler: async (request, reply) => {
        reply.headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': CACHE_CONTROL });
        return sendCompressed(request, reply, await body(), mediaType);
      },
    });
  }
}

function startScript({ offersRequests }: DocsOptions): string {
  const configuration = {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideTestRequestButton: !offersRequests,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    favicon: 'data:,',
  };
  return `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`;
}

/** The program of the reference, taken from the plugin that carries it. */
async function loadReference(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const carrier = fastify();
  try {
    await carrier.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
    const program = await carrier.inject({ method: 'GET', url: '/docs/js/scalar.js' });
    if (program.statusCode !== 200) throw new Error('the API reference has no program at its place');
    return program.rawPayload;
  } finally {
    await carrier.close();
  }
}
