import type { Problem } from '../../../kernel/problem.ts';
import { type PageLanguage, type PageOwner, siteLinks } from './page-owner.ts';
import type { PageProblem } from './page.ts';
import { de } from './texts/de.ts';
import { en, type Message, type PageTexts } from './texts/en.ts';

const TEXTS: Readonly<Record<PageLanguage, PageTexts>> = { en, de };

/** The reason of a refusal whose link, such as that of a mail, has expired or was truncated. */
export const LINK_EXPIRED = 'LinkExpired';

interface Reader {
  readonly language: PageLanguage;
  /** The vendor of the host; absent: none. */
  readonly owner?: Pick<PageOwner, 'closure'> | undefined;
}

/**
 * What a person reads about a refusal, and can do. Temporary refusals offer to try again; others lead to the shop, or to
 * what a closed store still has.
 */
export function problemText(problem: Problem, traceId: string, { language, owner }: Reader): PageProblem {
  const texts = TEXTS[language];
  const page = { ...messageOf(problem, texts), action: actionOf(problem, texts, owner) };
  // A page that does not exist is no failure that anybody looks up.
  if (problem.status === 404) return page;
  return { ...page, reference: { label: texts.reference, id: traceId } };
}

function messageOf({ status, title, detail, reason, headers }: Problem, texts: PageTexts): Message {
  if (reason === LINK_EXPIRED) return texts.linkExpired;
  if (status === 404) return texts.notFound(detail);
  const seconds = waitSeconds(headers);
  if (status === 429) return texts.tooMany(seconds);
  if (status === 503) return texts.busy(seconds);
  return status >= 500 ? texts.failed : texts.refused(title, detail);
}

function actionOf(
  { status, reason }: Problem,
  texts: PageTexts,
  owner: Reader['owner'],
): PageProblem['action'] {
  if (reason === LINK_EXPIRED) return { label: texts.orders, href: '/account/orders' };
  if (status === 429 || status >= 500) return { label: texts.again, href: '' };
  if (owner === undefined) return { label: texts.start, href: '/' };
  const { home } = siteLinks(owner.closure, texts.frame);
  const labels = { open: texts.toShop, Released: texts.frame.products, Closed: texts.frame.orders };
  return { label: labels[owner.closure ?? 'open'], href: home };
}

function waitSeconds(headers: Problem['headers']): number | undefined {
  const value = Number(headers?.['retry-after']);
  return Number.isFinite(value) ? value : undefined;
}
