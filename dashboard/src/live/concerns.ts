import type { StreamEvent } from './stream-events.ts';

/** What the lists of the dashboard are about. */
export const NEWS_KINDS = ['order', 'subscription', 'license', 'customer'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Pages that show one thing without a form for it: they are read again under the eyes of their reader. */
const PAGES = new Set(['order', 'subscription', 'webhook']);
const MATTERS = /^(?:order|payment|subscription|webhook)\./;
const SALES = /^order\.(?:paid|refunded)$/;

/** The keys of the queries that an event makes outdated; lists do not move by themselves, so theirs are not among them. */
export function queriesOf({
  type,
  subject,
}: Pick<StreamEvent, 'type' | 'subject'>): readonly (readonly string[])[] {
  return [
    ...(PAGES.has(subject.type) ? [[subject.type, subject.id]] : []),
    ...(MATTERS.test(type) ? [['matters']] : []),
    ...(SALES.test(type) ? [['sales']] : []),
  ];
}
