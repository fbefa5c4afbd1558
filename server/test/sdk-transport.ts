import assert from 'node:assert/strict';
import type { TestApp } from './harness.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/**
 * A `fetch` of the SDK that sends requests to the test application, and first reports each request as `METHOD /path`.
 */
export function sendThrough(
  app: TestApp,
  report: (line: string) => void,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    report(`${request.method} ${pathname}`);
    const payload = await request.text();
    const answer = await app.inject({
      method: METHODS.find((method) => method === request.method) ?? assert.fail(request.method),
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(payload !== '' && { payload }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers });
  };
}
