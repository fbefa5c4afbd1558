import type { ComponentType } from 'react';
import { ConfirmAccountPage, ConfirmEmailChangePage, ConfirmEmailPage } from './confirm-pages.tsx';
import { DenyAccountPage } from './deny-account-page.tsx';
import type { LinkCode } from './link-code.ts';
import { WrongLinkPage } from './mail-page.tsx';
import type { MailPagePath } from './mail-routes.tsx';
import { MergePage } from './merge-page.tsx';
import { MethodPage } from './method-page.tsx';
import { ConfirmNewsletterPage, PreferencesPage, UnsubscribePage } from './newsletter-pages.tsx';
import { ResetPasswordPage, UndoEmailChangePage } from './password-pages.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const PAGES: Readonly<Record<MailPagePath, ComponentType<{ readonly link: LinkCode }>>> = {
  '/account/reset-password': ResetPasswordPage,
  '/account/confirm': ConfirmAccountPage,
  '/account/confirm-email': ConfirmEmailPage,
  '/account/confirm-email-change': ConfirmEmailChangePage,
  '/account/undo-email-change': UndoEmailChangePage,
  '/account/not-me': DenyAccountPage,
  '/account/merge': MergePage,
  '/account/subscription': SubscriptionPage,
  '/account/payment-method': MethodPage,
  '/newsletter/confirm': ConfirmNewsletterPage,
  '/newsletter/preferences': PreferencesPage,
  '/newsletter/unsubscribe': UnsubscribePage,
};

interface MailPageEntryProps {
  readonly path: MailPagePath;
  readonly link: LinkCode | undefined;
}

/** The page of a link, with the link's content. */
export function MailPageEntry({ path, link }: MailPageEntryProps) {
  const Page = PAGES[path];
  return link === undefined ? <WrongLinkPage /> : <Page link={link} />;
}
