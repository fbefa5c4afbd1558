import { defineProblem, invalidInput } from '../../kernel/problem.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { type Account, mayMail, queueAccountMail, websiteLink } from '../accounts/index.ts';
import { checkEmail, emailKey } from './domain/email.ts';
import { preferenceChanges, type Preferences, type PreferencesInput } from './domain/preferences.ts';
import {
  deleteEmptySubscriptions,
  findPreferences,
  lockSubscription,
  savePreferences,
  saveRequest,
  useUpSubscriptionCode,
} from './store-newsletter.ts';

/** 400: the code of a newsletter mail is wrong, used or expired. */
export const invalidNewsletterCode = defineProblem({
  status: 400,
  errorType: 'InvalidCode',
  title: 'The code is wrong or has expired',
});

/** What a person brings from a newsletter mail. */
export interface NewsletterCode {
  readonly email: string;
  readonly code: string;
}

const CODE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Takes note that somebody wants the newsletter and mails a link that confirms it (extended API, communications;
 * double opt-in). Answer and work are the same for every address, subscribed or not, customer or not.
 * Raises 400 for what is no email address.
 */
export async function requestNewsletter(system: System, account: Account, email: string): Promise<void> {
  const messages = checkEmail(email);
  if (messages.length > 0) throw invalidInput({ errors: { email: messages } });
  const key = emailKey(email);
  if (!(await mayMail(system, account, 'newsletter-confirm', key))) return;
  const code = system.ids.secret();
  const now = system.clock.now();
  await system.database.transaction(async (tx) => {
    await saveRequest(tx, {
      accountId: account.id,
      emailKey: key,
      email,
      codeHash: hashSecret(code),
      codeExpiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
      now,
    });
    await queueConfirmation(system, tx, account, { email, code });
  });
}

/**
 * Subscribes an address by the code that was mailed to it, once. Raises 400 `InvalidCode`.
 * The mail that follows carries the code that `changeNewsletter` takes from then on.
 */
export async function confirmNewsletter(
  system: System,
  account: Account,
  { email, code }: NewsletterCode,
): Promise<Preferences> {
  const now = system.clock.now();
  const key = emailKey(email);
  return system.database.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, account.id, key);
    const isGood = subscription?.codeHash === hashSecret(code) && (subscription.codeExpiresAt ?? now) > now;
    if (subscription === undefined || !isGood) throw invalidNewsletterCode();
    await useUpSubscriptionCode(tx, account.id, key, now);
    const current = await findPreferences(tx, account.id, key);
    const preferences = { ...current, ...preferenceChanges(current, { newsletterOptIn: true }, now) };
    await savePreferences(tx, account.id, { email, emailKey: key, preferences, now });
    await queueWelcome(system, tx, account, subscription.email);
    return preferences;
  });
}

/**
 * Changes, or with nothing given only tells, what mail an address gets, by the lasting code of its newsletter mails.
 * Raises 400 `InvalidCode`.
 */
export async function changeNewsletter(
  system: System,
  account: Account,
  { email, code }: NewsletterCode,
  input: PreferencesInput,
): Promise<Preferences> {
  const key = emailKey(email);
  if (!system.vault.verify(LASTING, lastingText(account, key), code)) throw invalidNewsletterCode();
  const now = system.clock.now();
  return system.database.transaction(async (tx) => {
    await lockSubscription(tx, account.id, key);
    const current = await findPreferences(tx, account.id, key);
    const preferences = { ...current, ...preferenceChanges(current, input, now) };
    await savePreferences(tx, account.id, { email, emailKey: key, preferences, now });
    return preferences;
  });
}

/** Deletes at most `most` subscriptions to nothing whose confirmation never came; returns how many went. */
export function purgeSubscriptions(system: System, most = 200): Promise<number> {
  return system.database.transaction((tx) => deleteEmptySubscriptions(tx, system.clock.now(), most));
}

const LASTING = 'newsletter';

/** Nothing is stored for it: whoever gets the mails can always end them. */
export function lastingCode(system: System, account: Account, key: string): string {
  return system.vault.sign(LASTING, lastingText(account, key));
}

function lastingText(account: Account, key: string): string {
  return `${account.id}/${key}`;
}

async function queueConfirmation(
  system: System,
  tx: Tx,
  account: Account,
  { email, code }: NewsletterCode,
): Promise<void> {
  const url = websiteLink(system, account, '/newsletter/confirm', { email, code });
  await queueAccountMail(system, tx, account, {
    kind: 'newsletter-confirm',
    recipient: email,
    subject: `Confirm the newsletter of ${account.name}`,
    heading: 'One more step to our newsletter',
    paragraphs: [`Please confirm that you want the newsletter of ${account.name} at this address.`],
    action: { label: 'Yes, send it to me', url },
    notes: [
      'The link is good for 7 days.',
      'Did you not ask for this? Then do nothing, and nothing is sent.',
    ],
  });
}

async function queueWelcome(system: System, tx: Tx, account: Account, email: string): Promise<void> {
  const parameters = { email, code: lastingCode(system, account, emailKey(email)) };
  await queueAccountMail(system, tx, account, {
    kind: 'newsletter-welcome',
    recipient: email,
    subject: `Welcome to the newsletter of ${account.name}`,
    heading: 'You are subscribed',
    paragraphs: [`The next newsletter of ${account.name} comes to this address.`],
    action: {
      label: 'Choose what we send you',
      url: websiteLink(system, account, '/newsletter/preferences', parameters),
    },
    unsubscribeUrl: websiteLink(system, account, '/newsletter/unsubscribe', parameters),
  });
}
