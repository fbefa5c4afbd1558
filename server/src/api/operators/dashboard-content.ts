import { Type } from '../../kernel/schema.ts';
import { allowsScope } from '../../modules/accounts/index.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import type { FirstLoad } from '../../platform/http/pages/first-load.ts';
import { readAs } from '../../platform/schema-check.ts';
import { customersContent, licensesContent, ordersContent } from './dashboard-content-lists.ts';
import type { ContentReader } from './dashboard-content-parts.ts';
import { homeContent, reportsContent } from './dashboard-content-sales.ts';
import { CONTENT_WORDS } from './dashboard-content-words.ts';
import { bothMonths, dayAt, monthBefore, salesPath, thisMonth } from './dashboard-days.ts';

const Session = Type.Object({
  operator: Type.Object({ name: Type.String() }),
  scopes: Type.Array(Type.String()),
  account: Type.Object({ name: Type.String(), timeZone: Type.String() }),
});

/** A page of the dashboard, and what its reader may see of it. */
interface DashboardPage {
  /** The path of its route. */
  readonly page: string;
  readonly language: FirstLoad['language'];
  readonly locale: string;
  /** The responses to its first requests, by path. */
  readonly answers: FirstLoad['answers'];
}

/**
 * What a page of the dashboard shows until its program runs, as HTML: the name of the account, the heading, and the list
 * or the figures of its answers. It has the classes of `dashboard/src/frame/first.css`. Empty without these answers,
 * so that nobody but their reader sees any of it.
 */
export function dashboardContent({ page, language, locale, answers }: DashboardPage, now: Date): string {
  const answer = (path: string): unknown => JSON.parse(answers.get(path)?.json ?? 'null');
  const session = readAs(Session, answer('/api/operator/session'));
  if (session === undefined) return '';
  const { operator, scopes, account } = session;
  const words = CONTENT_WORDS[language];
  const today = dayAt(now, account.timeZone);
  const reader: ContentReader = {
    words,
    locale,
    now,
    timeZone: account.timeZone,
    today,
    mayDo: (scope) => allowsScope(scopes, scope),
  };
  const main = mainOf(page, operator.name, answer, reader);
  if (main === '') return '';
  return (
    `<div class="first-menu"><b>${escaped(account.name)}</b></div>` +
    `<div class="first-bar"><i class="first-search">${escaped(words.search)}</i></div>` +
    `<div class="first-main">${main}</div>`
  );
}

function mainOf(
  page: string,
  name: string,
  answer: (path: string) => unknown,
  reader: ContentReader,
): string {
  const { today } = reader;
  switch (page) {
    case '/':
      return homeContent(
        name,
        {
          sales: answer(salesPath(bothMonths(today))),
          settings: answer('/api/settings'),
          products: answer('/api/products?pageSize=1'),
        },
        reader,
      );
    case '/reports':
      return reportsContent(
        answer(salesPath(thisMonth(today))),
        answer(salesPath(monthBefore(today))),
        reader,
      );
    case '/customers':
      return customersContent(answer('/api/customers?pageSize=25'), reader);
    case '/orders':
      return ordersContent(answer('/api/orders?pageSize=25'), reader);
    case '/licenses':
      return licensesContent(answer('/api/licenses?pageSize=25'), reader);
    default:
      return '';
  }
}
