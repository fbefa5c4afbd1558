import { type CommandTx, mailLanguage, mailLink, queueAccountMail, shopUrl } from '../accounts/index.ts';
import type { CustomerMerge } from '../customers/index.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** Asks the owner of an account whether it may be merged into the other one. */
export async function queueConsentMail(
  tx: CommandTx,
  { from, into }: CustomerMerge,
  { code, expiresAt }: { readonly code: string; readonly expiresAt: Date },
): Promise<void> {
  const { language, dateLocale, consent } = wordingOf(tx);
  const { email } = from;
  const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' });
  await queueAccountMail(tx, {
    kind: 'merge-asked',
    language,
    // Only somebody who acts for the vendor causes it.
    limit: 'None',
    recipient: email,
    subject: consent.subject(tx.account.name),
    heading: consent.heading,
    paragraphs: [consent.text(tx.account.name, hintOf(into.email)), consent.effect],
    action: { label: consent.label, url: mailLink(tx.config, tx.account, 'MergeAccounts', { email, code }) },
    notes: [consent.until(day.format(expiresAt)), consent.otherwise],
  });
}

/** Tells an address that its account is part of another one, whether or not somebody has proven it. */
export async function queueMergedMail(tx: CommandTx, { from, into }: CustomerMerge): Promise<void> {
  const { language, merged } = wordingOf(tx);
  await queueAccountMail(tx, {
    kind: 'merged',
    language,
    // It is the owner's only chance to learn of it.
    limit: 'None',
    recipient: from.email,
    subject: merged.subject(tx.account.name),
    heading: merged.heading,
    paragraphs: [
      merged.text(tx.account.name, hintOf(into.email)),
      merged.effect,
      merged.unexpected(tx.account.name),
    ],
    action: { label: merged.shop(tx.account.name), url: shopUrl(tx.config, tx.account) },
  });
}

function wordingOf(tx: CommandTx) {
  const language = mailLanguage(tx);
  return { language, ...(language === 'de' ? de : en) };
}

/** Enough of an address for its owner to know it, and too little for others. */
function hintOf(email: string): string {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}
