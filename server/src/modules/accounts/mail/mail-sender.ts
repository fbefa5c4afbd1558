import type { Account } from '../account.ts';

/**
 * The sender of an account's mails: its `mailFrom`, with the account's name if it contains none; absent when not set.
 */
export function mailSender(
  account: Account,
): { readonly name: string; readonly address: string } | undefined {
  const { mailFrom } = account.settings;
  if (mailFrom === undefined) return undefined;
  const [, name = '', address = mailFrom] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? [];
  const displayName = name.trim().replaceAll(/^"|"$/g, '');
  return { name: inHeader(displayName === '' ? account.name : displayName), address };
}

/** Headers are one line each. */
export function inHeader(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
