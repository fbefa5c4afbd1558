import type { Config } from '../../../platform/config.ts';
import { accountUrl } from '../hosts/account-url.ts';
import type { Account } from '../account.ts';

/** The purpose of a link in a mail. */
export type MailLinkPurpose =
  | 'ResetPassword'
  | 'ConfirmAccount'
  | 'ConfirmEmail'
  | 'ConfirmEmailChange'
  | 'UndoEmailChange'
  | 'DenyAccount'
  | 'MergeAccounts'
  | 'ConfirmNewsletter'
  | 'NewsletterPreferences'
  | 'Unsubscribe'
  | 'ManageSubscription'
  | 'ChangePaymentMethod';

interface MailPage {
  /** The page that the server hosts. */
  readonly path: string;
  /**
   * The value that the vendor's own page receives, in the format of deployed embeds; absent if only the server has such
   * a page.
   */
  readonly intent?: string;
  /** The name of the code there. */
  readonly codeName?: 'mb_code' | 'mb_token';
}

interface LinkContent {
  readonly email: string;
  readonly code: string;
  readonly isFirst?: boolean;
}

/** The pages that links in mails open (wire contract section 2); there is no other list of them. */
export const MAIL_PAGES: Readonly<Record<MailLinkPurpose, MailPage>> = {
  ResetPassword: { path: '/account/reset-password', intent: 'reset_password', codeName: 'mb_code' },
  ConfirmAccount: { path: '/account/confirm', intent: 'confirm_account', codeName: 'mb_code' },
  ConfirmEmail: { path: '/account/confirm-email', intent: 'confirm_email', codeName: 'mb_code' },
  ConfirmEmailChange: {
    path: '/account/confirm-email-change',
    intent: 'confirm_email_change',
    codeName: 'mb_code',
  },
  UndoEmailChange: { path: '/account/undo-email-change' },
  DenyAccount: { path: '/account/not-me' },
  MergeAccounts: { path: '/account/merge' },
  ConfirmNewsletter: {
    path: '/newsletter/confirm',
    intent: 'confirm_communication_preferences',
    codeName: 'mb_token',
  },
  NewsletterPreferences: {
    path: '/newsletter/preferences',
    intent: 'manage_communication_preferences',
    codeName: 'mb_token',
  },
  Unsubscribe: {
    path: '/newsletter/unsubscribe',
    intent: 'manage_communication_preferences',
    codeName: 'mb_token',
  },
  ManageSubscription: { path: '/account/subscription' },
  ChangePaymentMethod: { path: '/account/payment-method' },
};

/**
 * The link of a mail: to the page that the server hosts, or to the vendor's own if the account names one
 * (`mailPageUrl`). Neither depends on the request. The hosted page finds email and code behind the `#`, which no
 * browser sends to a server, so they appear in no log and no referrer; `isFirst` tells it that the account has no
 * password yet, so that it does not ask for one.
 */
export function mailLink(
  config: Pick<Config, 'publicUrl' | 'platformDomain'>,
  account: Account,
  purpose: MailLinkPurpose,
  { email, code, isFirst = false }: LinkContent,
): string {
  const { path, intent, codeName } = MAIL_PAGES[purpose];
  const { mailPageUrl } = account.settings;
  if (mailPageUrl === undefined || intent === undefined || codeName === undefined) {
    const carried = new URLSearchParams({ email, code, ...(isFirst && { first: 'true' }) });
    return `${accountUrl(config, account)}${path}#${carried.toString()}`;
  }
  const url = new URL(mailPageUrl);
  url.searchParams.set('mb_intent', intent);
  url.searchParams.set('mb_email', email);
  url.searchParams.set(codeName, code);
  return url.href;
}
