import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { rootRoute } from '../root-route.tsx';
import { inOwnWindow } from '../site/own-window.ts';
import { identityTexts } from '../identity/identity-texts.ts';
import { mailTexts } from './mail-texts.ts';
import { localeIn, prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { siteTexts } from '../page/site-texts.ts';
import { type LinkCode, takeLinkCode } from './link-code.ts';

/** The pages that mail links open; `MAIL_PAGES` of the server names the same. */
export const MAIL_PAGE_PATHS = [
  '/account/reset-password',
  '/account/confirm',
  '/account/confirm-email',
  '/account/confirm-email-change',
  '/account/undo-email-change',
  '/account/not-me',
  '/account/merge',
  '/account/subscription',
  '/account/payment-method',
  '/newsletter/confirm',
  '/newsletter/preferences',
  '/newsletter/unsubscribe',
] as const;

export type MailPagePath = (typeof MAIL_PAGE_PATHS)[number];

/** What a page of another site may show in a frame: it changes nothing but a payment method. */
const embeddable: ReadonlySet<MailPagePath> = new Set(['/account/payment-method']);

const Entry = lazyRouteComponent(() => import('./mail-page-entry.tsx'), 'MailPageEntry');

/** One route for each page. `link` is the content of the address before it was removed. */
export function mailRoutes(link: LinkCode | undefined) {
  return MAIL_PAGE_PATHS.map((path) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      loader: ({ context, location }) => {
        prepareTexts(localeIn(location.searchStr), [siteTexts, mailTexts, identityTexts]);
        // The page reads the outcome, a refusal too, from the cache.
        context.queryClient.query(vendorQuery).catch(() => undefined);
      },
      component: embeddable.has(path)
        ? () => <Entry path={path} link={link} />
        : inOwnWindow(() => <Entry path={path} link={link} />),
    }),
  );
}

/**
 * The code in the address of this page load, which is removed from the address immediately; only on one of these pages.
 */
export function linkOfPage(): LinkCode | undefined {
  const isMailPage = MAIL_PAGE_PATHS.some((path) => path === window.location.pathname);
  return isMailPage ? takeLinkCode(window) : undefined;
}
