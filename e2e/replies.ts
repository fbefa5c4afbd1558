import type { PausedRoute } from './interception.ts';

/** A JSON object. */
export type Answer = Readonly<Record<string, unknown>>;

/** The response that a page gets instead of the server's. */
export type Reply = (route: PausedRoute) => Promise<void>;

export function ok(answer: unknown): Reply {
  return (route) => route.fulfill({ json: answer });
}

/** A refusal as problem+json. */
export function problem(status: number, details: Answer): Reply {
  return (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, ...details }),
    });
}

export function noAnswer(): Reply {
  return (route) => route.abort('internetdisconnected');
}

/** The addresses of the API, for `intercept`. */
export const API = '*/api/*';

/** Whether an address is one of the API, for `page.route`. */
export function isApi(url: URL): boolean {
  return url.pathname.startsWith('/api/');
}
