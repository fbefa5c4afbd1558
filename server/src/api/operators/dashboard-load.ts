import type { Clock } from '../../kernel/clock.ts';
import { Type } from '../../kernel/schema.ts';
import { allowsScope, type ApiScope } from '../../modules/accounts/index.ts';
import { type AskedPage, type FirstAnswer, answerTo } from '../../platform/http/pages/own-answer.ts';
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
  '/': (today) => [sales(today.subtract({ months: 1 }).with({ day: 1 }), today), ...MATTERS],
  '/customers': () => [{ url: `/api/customers?${FIRST_PAGE}`, scope: 'customers:read' }],
  '/orders': () => [{ url: `/api/orders?${FIRST_PAGE}`, scope: 'orders:read' }],
  '/licenses': () => [{ url: `/api/licenses?${FIRST_PAGE}`, scope: 'licenses:read' }],
  '/reports': (today) => [sales(today.with({ day: 1 }), today), sales(...daysBefore(today))],
};

function sales(from: Temporal.PlainDate, to: Temporal.PlainDate): FirstRequest {
  return { url: `/api/reports/sales?from=${from.toString()}&to=${to.toString()}`, scope: 'orders:read' };
}

/** The days of the month before with which a report compares this month: as many, or all when this month ends. */
function daysBefore(today: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  const before = today.with({ day: 1 }).subtract({ months: 1 });
  const day = today.day === today.daysInMonth ? before.daysInMonth : today.day;
  return [before, before.with({ day })];
}

/**
 * What a page of the dashboard needs besides its files (the dashboard, "How"): who is signed in, and its first list, with
 * the rights of the session. Only a navigation of this origin, or of the reader, gets it, as requests of the session do:
 * for any other one the page asks by itself. `url` is that of the page, `route` the path of its route.
 */
export async function dashboardLoad(
  { app, clock }: { readonly app: App; readonly clock: Clock },
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
  const today = clock.now().toTemporalInstant().toZonedDateTimeISO(reader.account.timeZone).toPlainDate();
  const first = (FIRST_REQUESTS[route]?.(today) ?? []).filter(({ scope }) =>
    allowsScope(reader.scopes, scope),
  );
  const bodies = await Promise.all(first.map((each) => answerTo(app, request, each.url, own)));
  for (const [index, body] of bodies.entries()) {
    const path = first[index]?.url;
    if (path !== undefined && body !== undefined) answers.set(path, body);
  }
  return { isSignedOut: false, answers };
}

const Reader = Type.Object({
  scopes: Type.Array(Type.String()),
  account: Type.Object({ timeZone: Type.String() }),
});
const NONE: ReadonlyMap<string, FirstAnswer> = new Map();
