import type { Clock } from '../../kernel/clock.ts';
import { Type } from '../../kernel/schema.ts';
import { allowsScope, type ApiScope } from '../../modules/accounts/index.ts';
import { type AskedPage, type FirstAnswer, answerTo } from '../../platform/http/pages/own-answer.ts';
import type { DashboardLoad } from '../../platform/http/pages/dashboard-pages.ts';
import type { App } from '../../platform/http/route/app.ts';
import { readAs } from '../../platform/schema-check.ts';
import { bothMonths, dayAt, monthBefore, type SalesDays, salesPath, thisMonth } from './dashboard-days.ts';

const SESSION = '/api/operator/session';
const COOKIE = /(?:^|; ?)(?:__Host-)?latchkey-operator=/;

interface FirstRequest {
  readonly url: string;
  readonly scope: ApiScope;
}

const FIRST_PAGE = 'pageSize=25';

/** What home asks for besides the sales: each matter that may wait for somebody, and what a new shop lacks. */
const MATTERS: readonly FirstRequest[] = [
  { url: '/api/settings/server', scope: 'settings:read' },
  { url: `/api/subscriptions?broken=true&${FIRST_PAGE}`, scope: 'subscriptions:read' },
  { url: '/api/violations', scope: 'orders:read' },
  { url: `/api/subscriptions?paymentState=Held&${FIRST_PAGE}`, scope: 'subscriptions:read' },
  { url: `/api/disputes?toAnswer=true&${FIRST_PAGE}`, scope: 'orders:read' },
  { url: `/api/orders?status=Paid&${FIRST_PAGE}`, scope: 'orders:read' },
  { url: `/api/withdrawals?open=true&sort=createdAt&${FIRST_PAGE}`, scope: 'orders:read' },
  { url: `/api/subscriptions?paymentState=Retrying&${FIRST_PAGE}`, scope: 'subscriptions:read' },
  { url: `/api/subscriptions?paymentState=NeedsBuyer&${FIRST_PAGE}`, scope: 'subscriptions:read' },
  { url: '/api/webhooks?pageSize=100', scope: 'webhooks:read' },
  { url: '/api/tax-rates/standard', scope: 'settings:read' },
  { url: `/api/jobs?${FIRST_PAGE}`, scope: 'jobs:read' },
  { url: '/api/settings', scope: 'settings:write' },
  { url: '/api/products?pageSize=1', scope: 'settings:write' },
];

/**
 * What pages ask for first, beside the session, by the paths of their routes: home, lists without filters, and the
 * sales of this month. Others ask by themselves. A browser test sees that home and these lists ask for nothing else.
 */
const FIRST_REQUESTS: Readonly<Record<string, (today: Temporal.PlainDate) => readonly FirstRequest[]>> = {
  '/': (today) => [sales(bothMonths(today)), ...MATTERS],
  '/customers': () => [{ url: `/api/customers?${FIRST_PAGE}`, scope: 'customers:read' }],
  '/orders': () => [{ url: `/api/orders?${FIRST_PAGE}`, scope: 'orders:read' }],
  '/licenses': () => [{ url: `/api/licenses?${FIRST_PAGE}`, scope: 'licenses:read' }],
  '/reports': (today) => [sales(thisMonth(today)), sales(monthBefore(today))],
};

function sales(days: SalesDays): FirstRequest {
  return { url: salesPath(days), scope: 'orders:read' };
}

/** A page does not wait for longer: it asks for the rest itself. */
const LIMIT_MS = 500;

interface LoadContext {
  readonly app: App;
  readonly clock: Clock;
  /** How long the page waits for its first answers; 500 if absent. */
  readonly limitMilliseconds?: number;
}

/**
 * What a page of the dashboard needs besides its files (the dashboard, "How"): who is signed in, and its first list, with
 * the rights of the session. Only a navigation of this origin, or of the reader, gets it, as requests of the session do:
 * for any other one the page asks by itself, as for what takes too long. `url` is that of the page, `route` the path of
 * its route.
 */
export async function dashboardLoad(
  { app, clock, limitMilliseconds = LIMIT_MS }: LoadContext,
  request: AskedPage,
  route: string,
): Promise<DashboardLoad> {
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
  const parsed: unknown = JSON.parse(session.json);
  const reader = readAs(Reader, parsed);
  const answers = new Map([[SESSION, session]]);
  if (reader === undefined || url.includes('?')) return { isSignedOut: false, answers };
  const today = dayAt(clock.now(), reader.account.timeZone);
  const first = (FIRST_REQUESTS[route]?.(today) ?? []).filter(({ scope }) =>
    allowsScope(reader.scopes, scope),
  );
  const load = async ({ url: path }: FirstRequest) => {
    const body = await answerTo(app, request, path, own);
    if (body !== undefined) answers.set(path, body);
  };
  await within(limitMilliseconds, Promise.all(first.map(load)));
  // What comes later is not part of this page.
  return { isSignedOut: false, answers: new Map(answers) };
}

/** Waits for something, but no longer than so many milliseconds. */
async function within(milliseconds: number, outcome: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await Promise.race([outcome, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const Reader = Type.Object({
  scopes: Type.Array(Type.String()),
  account: Type.Object({ timeZone: Type.String() }),
});
const NONE: ReadonlyMap<string, FirstAnswer> = new Map();
