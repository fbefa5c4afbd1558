import type { Account } from './account.ts';

/** Who an account's mails come from: its `mailFrom`, with its name where that has none; absent when not set. */
export function mailSender(
  account: Account,
): { readonly name: string; readonly address: string } | undefined {
  const { mailFrom } = account.settings;
  if (mailFrom === undefined) return undefined;
  const [, name = '', address = mailFrom] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? [];
  const spoken = name.trim().replaceAll(/^"|"$/g, '');
  return { name: inHeader(spoken === '' ? account.name : spoken), address };
}

/** The account's name as it may stand in a header of a mail, such as the subject. */
export function nameInSubject(account: Account): string {
  return inHeader(account.name);
}

function inHeader(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
