import { Type } from '../../kernel/schema.ts';
import { allowsScope, type ApiScope } from '../../modules/accounts/index.ts';
import { type AskedPage, answerTo } from '../../platform/http/pages/own-answer.ts';
import type { DashboardLoad } from '../../platform/http/pages/dashboard-pages.ts';
import type { App } from '../../platform/http/route/app.ts';
import { readAs } from '../../platform/schema-check.ts';

const SESSION = '/api/operator/session';
const COOKIE = /(?:^|; ?)(?:__Host-)?latchkey-operator=/;

interface FirstRequest {
  readonly url: string;
  readonly scope: ApiScope;
}

const FIRST_PAGE = 'pageSize=25';

/**
 * What pages ask for first, beside the session, by the paths of their routes: lists without filters. Others ask by
 * themselves. A browser test sees that these pages ask for nothing else.
 */
const FIRST_REQUESTS: Readonly<Record<string, readonly FirstRequest[]>> = {
  '/customers': [{ url: `/api/customers?${FIRST_PAGE}`, scope: 'customers:read' }],
  '/orders': [{ url: `/api/orders?${FIRST_PAGE}`, scope: 'orders:read' }],
  '/licenses': [{ url: `/api/licenses?${FIRST_PAGE}`, scope: 'licenses:read' }],
};

/**
 * What a page of the dashboard needs besides its files (the dashboard, "How"): who is signed in, and its first list, with
 * the rights of the session. Only a navigation of this origin, or of the reader, gets it, as requests of the session do:
 * for any other one the page asks by itself. `url` is that of the page, `route` the path of its route.
 */
export async function dashboardLoad(app: App, request: AskedPage, route: string): Promise<DashboardLoad> {
  const { url, headers } = request;
  const site = headers['sec-fetch-site'];
  // The browser keeps the cookie from a navigation that another site has begun.
  if (site !== undefined && site !== 'none' && site !== 'same-origin')
    return { isSignedOut: false, answers: NONE };
  const { cookie = '' } = headers;
  if (!COOKIE.test(cookie)) return { isSignedOut: true, answers: NONE };
  if (site === undefined || headers['sec-fetch-dest'] !== 'document')
    return { isSignedOut: false, answers: NONE };
  const own = { cookie, 'latchkey-dashboard': '1' };
  const session = await answerTo(app, request, SESSION, own);
  if (session === undefined) return { isSignedOut: true, answers: NONE };
  const parsed: unknown = JSON.parse(session);
  const { scopes = [] } = readAs(Scopes, parsed) ?? {};
  const first = url.includes('?') ? [] : (FIRST_REQUESTS[route] ?? []);
  const answers = new Map([[SESSION, session]]);
  for (const { url: path, scope } of first) {
    if (!allowsScope(scopes, scope)) continue;
    const body = await answerTo(app, request, path, own);
    if (body !== undefined) answers.set(path, body);
  }
  return { isSignedOut: false, answers };
}

const Scopes = Type.Object({ scopes: Type.Array(Type.String()) });
const NONE: ReadonlyMap<string, string> = new Map();
