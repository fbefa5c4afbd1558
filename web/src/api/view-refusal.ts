/** What ends or opens a view itself, and reports of this page to the vendor. */
const WRITABLE = [
  '/api/customer/view/',
  // The server refuses it, with which the view ends here.
  '/api/customer/identity/refresh',
  '/api/customer/insights/',
];

/**
 * The answer to a request of a tab in which the vendor looks at a customer's account, if it may change something;
 * `undefined` for those that are sent. The server refuses what has the token of the view; but a visitor without one may
 * withdraw from a contract or ask for mails, too, and the tab promises that nothing is changed.
 */
export function refusalInView({ method, url }: Pick<Request, 'method' | 'url'>): Response | undefined {
  const { pathname } = new URL(url);
  if (method === 'GET' || method === 'HEAD' || WRITABLE.some((start) => pathname.startsWith(start)))
    return undefined;
  const problem = {
    status: 403,
    errorType: 'ReadOnlyView',
    title: 'This account is only shown',
    detail: 'You look at the account of a customer. Nothing can be changed in it, and nothing was.',
  };
  return Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } });
}
