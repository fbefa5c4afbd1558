import type { Problem } from '../../../kernel/problem.ts';
import type { PageLanguage } from './page-owner.ts';
import type { PageProblem } from './page.ts';
import { de } from './texts/de.ts';
import { en, type Message, type PageTexts } from './texts/en.ts';

const TEXTS: Readonly<Record<PageLanguage, PageTexts>> = { en, de };

/** The reason of a refusal whose link, such as that of a mail, has expired or was truncated. */
export const LINK_EXPIRED = 'LinkExpired';

/** What a person reads about a refusal, and can do. Temporary refusals offer to try again. */
export function problemText(problem: Problem, traceId: string, language: PageLanguage): PageProblem {
  const texts = TEXTS[language];
  const page = { ...messageOf(problem, texts), action: actionOf(problem, texts) };
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

function actionOf({ status, reason }: Problem, texts: PageTexts): PageProblem['action'] {
  if (reason === LINK_EXPIRED) return { label: texts.orders, href: '/account/orders' };
  const isPassing = status === 429 || status >= 500;
  return isPassing ? { label: texts.again, href: '' } : { label: texts.start, href: '/' };
}

function waitSeconds(headers: Problem['headers']): number | undefined {
  const value = Number(headers?.['retry-after']);
  return Number.isFinite(value) ? value : undefined;
}
