import type { CDPSession, Page } from 'playwright-core';

/** A request that waits for its response. Playwright's own routes are such requests, too. */
export interface PausedRoute {
  request(): PausedRequest;
  fulfill(response: Response): Promise<void>;
  /** Fails it like a network failure of this kind. */
  abort(reason?: 'internetdisconnected'): Promise<void>;
}

export interface PausedRequest {
  method(): string;
  url(): string;
  headers(): Record<string, string>;
  postData(): string | null;
  postDataJSON(): unknown;
}

/** Default 200 without a body. */
interface Response {
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  /** A body as JSON. */
  readonly json?: unknown;
}

interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

interface Interception {
  readonly session: CDPSession;
  /** The handlers in progress. */
  readonly running: Set<Promise<void>>;
}

const interceptions = new WeakMap<Page, Interception[]>();

/**
 * Passes the requests of a page whose address matches one of the `patterns` (with `*` for anything) to `handle`, until
 * `endInterception`. Unlike `page.route` it leaves the browser its cache, without which every visit compiles the whole
 * web app: nearly half of the CPU time of a load.
 */
export async function intercept(
  page: Page,
  patterns: readonly string[],
  handle: (route: PausedRoute) => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const running = new Set<Promise<void>>();
  session.on('Fetch.requestPaused', (paused) => {
    const handled = handle(routeOf(session, paused)).finally(() => running.delete(handled));
    running.add(handled);
  });
  interceptions.set(page, [...(interceptions.get(page) ?? []), { session, running }]);
  await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
}

/** Lets all requests of the page through, once those that wait have their response. */
export async function endInterception(page: Page): Promise<void> {
  const all = interceptions.get(page) ?? [];
  interceptions.delete(page);
  for (const { session, running } of all) {
    while (running.size > 0) await Promise.all(running);
    await session.send('Fetch.disable');
    await session.detach();
  }
}

function routeOf(session: CDPSession, { requestId, request }: Paused): PausedRoute {
  return {
    request: () => ({
      method: () => request.method,
      url: () => request.url,
      headers: () =>
        Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      postData: () => request.postData ?? null,
      postDataJSON: () => (request.postData === undefined ? null : JSON.parse(request.postData)),
    }),
    fulfill: ({ status = 200, contentType, body, json }) => {
      const type = contentType ?? (json === undefined ? 'text/plain' : 'application/json');
      const content = json === undefined ? (body ?? '') : JSON.stringify(json);
      return respond(session, 'Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: type }],
        body: Buffer.from(content).toString('base64'),
      });
    },
    abort: (reason) =>
      respond(session, 'Fetch.failRequest', {
        requestId,
        errorReason: reason === undefined ? 'Failed' : 'InternetDisconnected',
      }),
  };
}

/** A request whose page is closed meanwhile needs no response. */
async function respond<Method extends 'Fetch.fulfillRequest' | 'Fetch.failRequest'>(
  session: CDPSession,
  method: Method,
  parameters: Parameters<typeof session.send<Method>>[1],
): Promise<void> {
  await session.send(method, parameters).catch(() => {});
}
