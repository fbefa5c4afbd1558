import { defineProblem, invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { System } from '../../platform/system.ts';
import {
  type Account,
  type AccountContext,
  type CommandTx,
  type Context,
  mailLink,
  mayMail,
  mailLanguage,
  queueAccountMail,
  useOf,
} from '../accounts/index.ts';
import { checkEmail, emailKey } from './domain/email.ts';
import { MAX_NAME_CHARACTERS } from './domain/name.ts';
import { newsletterConfirmTemplate, newsletterWelcomeTemplate } from './newsletter-templates.ts';
import {
  NO_MAIL,
  optOutsOf,
  preferenceChanges,
  type Preferences,
  type PreferencesInput,
  preferencesOf,
  withOptIns,
} from './domain/preferences.ts';
import { eraseSubscription } from './erase-profile.ts';
import {
  deleteEmptySubscriptions,
  lockChoice,
  preferencesOfSubscription,
  savePreferences,
  saveRequest,
  saveSubscription,
  useUpSubscriptionCode,
} from './store-newsletter.ts';
import type { Customer } from './tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** 400: the code of a newsletter mail is wrong, used or expired. */
const invalidNewsletterCode = defineProblem({
  status: 400,
  errorType: 'InvalidCode',
  title: 'The code is wrong or has expired',
});

/** The code from a newsletter mail. */
interface NewsletterCode {
  readonly email: string;
  readonly code: string;
}

const CODE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** A request to receive the newsletter. */
interface NewsletterRequest {
  readonly email: string;
  readonly name?: string | undefined;
  readonly newsletter: boolean;
  readonly productUpdates: boolean;
}

/** The choices of an address, and the details its owner entered. */
export interface NewsletterChoice {
  readonly email: string;
  readonly name: string | null;
  readonly preferences: Preferences;
}

/**
 * Records that somebody wants the newsletter or product updates and mails a link that confirms it (extended API,
 * communications; double opt-in). The response and the work are the same for every address, whether or not it is
 * subscribed or belongs to a customer. Raises 400 if the email address is invalid or nothing is requested.
 */
export async function requestNewsletter(
  ctx: Context,
  { email, name = '', newsletter, productUpdates }: NewsletterRequest,
): Promise<void> {
  const messages = checkEmail(email);
  if (messages.length > 0) throw invalidInput({ errors: { email: messages } });
  if (!newsletter && !productUpdates)
    throw invalidInput({ errors: { newsletter: ['Choose the newsletter, product updates, or both.'] } });
  const key = emailKey(email);
  if (!(await mayMail(ctx, 'newsletter-confirm', key))) return;
  const code = ctx.ids.secret();
  const now = ctx.clock.now();
  const displayName = name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
  await transaction(ctx, async (tx) => {
    await saveRequest(tx, {
      accountId: ctx.account.id,
      emailKey: key,
      email,
      name: displayName === '' ? null : displayName,
      wantsNewsletter: newsletter,
      wantsProductUpdates: productUpdates,
      codeHash: hashSecret(code),
      codeExpiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
      now,
    });
    await queueConfirmation(tx, { email, code });
  });
}

/**
 * Subscribes an address to the requested mail, with the code that was mailed to it, once. Raises 400 `InvalidCode`. The
 * mail that follows contains the code that `changeNewsletter` takes from then on.
 */
export async function confirmNewsletter(
  ctx: Context,
  { email, code }: NewsletterCode,
): Promise<NewsletterChoice> {
  const now = ctx.clock.now();
  const key = emailKey(email);
  return transaction(ctx, async (tx) => {
    const { subscription } = await lockChoice(tx, ctx.account.id, key);
    const isGood = subscription?.codeHash === hashSecret(code) && (subscription.codeExpiresAt ?? now) > now;
    if (subscription === undefined || !isGood) throw invalidNewsletterCode();
    await useUpSubscriptionCode(tx, ctx.account.id, key, now);
    const choice = await changed(tx, subscription.email, now, {
      ...(subscription.wantsNewsletter && { newsletterOptIn: true }),
      ...(subscription.wantsProductUpdates && { productUpdatesOptIn: true }),
    });
    await queueWelcome(tx, choice);
    return choice;
  });
}

/**
 * Changes the mail that an address gets, or, without input, only returns it, with the permanent code of its newsletter
 * mails. Raises 400 `InvalidCode`.
 */
export async function changeNewsletter(
  ctx: Context,
  { email, code }: NewsletterCode,
  input: PreferencesInput,
): Promise<NewsletterChoice> {
  const key = emailKey(email);
  if (!ctx.vault.verify(LASTING, lastingText(ctx.account, key), code)) throw invalidNewsletterCode();
  return transaction(ctx, (tx) => changed(tx, email, ctx.clock.now(), input));
}

async function changed(
  tx: CommandTx,
  email: string,
  now: Date,
  input: PreferencesInput,
): Promise<NewsletterChoice> {
  const { customer, subscription } = await lockChoice(tx, tx.account.id, emailKey(email));
  if (customer?.isEmailConfirmed === true) {
    const preferences = await changeCustomer(tx, customer, input);
    return { email, name: customer.name, preferences };
  }
  // Nobody has proven the address to be that of a customer: its owner's choice is kept apart from theirs.
  const ofOwner = subscription === undefined ? NO_MAIL : preferencesOfSubscription(subscription);
  const changes = preferenceChanges(ofOwner, input, now);
  const preferences = { ...ofOwner, ...changes };
  if (Object.keys(changes).length > 0)
    await saveSubscription(tx, tx.account.id, { email, emailKey: emailKey(email), preferences, now });
  if (customer === undefined) return { email, name: subscription?.name ?? null, preferences };
  // Whoever signed up with the address does not see what its owner receives, and sends nothing that the owner ended.
  const visible = customer.passwordHash === null ? input : optOutsOf(input);
  const others = await changeCustomer(tx, customer, visible);
  const name = subscription?.name ?? customer.name;
  return { email, name, preferences: withOptIns(preferences, others) };
}

/** Returns the preferences as stored. */
async function changeCustomer(
  tx: CommandTx,
  customer: Customer,
  input: PreferencesInput,
): Promise<Preferences> {
  const changes = preferenceChanges(customer, input, tx.clock.now());
  if (Object.keys(changes).length > 0) {
    await savePreferences(tx, customer, changes);
    // A second record of a proven customer's choice would diverge.
    if (customer.isEmailConfirmed) await eraseSubscription(tx, customer.emailKey);
  }
  return { ...preferencesOf(customer), ...changes };
}

/** Deletes at most `most` empty subscriptions that were never confirmed; returns their number. */
export function purgeSubscriptions(system: System, most = 200): Promise<number> {
  return system.database.transaction((tx) => deleteEmptySubscriptions(tx, system.clock.now(), most));
}

const LASTING = 'newsletter';

/** Derived rather than stored: every recipient of the mails can always unsubscribe. */
function lastingCode(ctx: AccountContext, key: string): string {
  return ctx.vault.sign(LASTING, lastingText(ctx.account, key));
}

function lastingText(account: Account, key: string): string {
  return `${account.id}/${key}`;
}

async function queueConfirmation(tx: CommandTx, { email, code }: NewsletterCode): Promise<void> {
  const language = mailLanguage(tx);
  const { confirm } = language === 'de' ? de : en;
  await queueAccountMail(tx, {
    kind: 'newsletter-confirm',
    language,
    limit: 'PerAddress',
    recipient: email,
    subject: confirm.subject(tx.account.name),
    heading: confirm.heading,
    template: useOf(newsletterConfirmTemplate, {}),
    opening: [confirm.text(tx.account.name)],
    paragraphs: [],
    action: {
      label: confirm.label,
      url: mailLink(tx.config, tx.account, 'ConfirmNewsletter', { email, code }),
    },
    notes: confirm.notes,
  });
}

async function queueWelcome(tx: CommandTx, { email, preferences }: NewsletterChoice): Promise<void> {
  const link = { email, code: lastingCode(tx, emailKey(email)) };
  const language = mailLanguage(tx);
  const { welcome } = language === 'de' ? de : en;
  const text = preferences.acceptsNewsletter ? welcome.newsletter : welcome.updates;
  await queueAccountMail(tx, {
    kind: 'newsletter-welcome',
    language,
    limit: 'None',
    recipient: email,
    subject: welcome.subject(tx.account.name),
    heading: welcome.heading,
    template: useOf(newsletterWelcomeTemplate, {}),
    opening: [text(tx.account.name)],
    paragraphs: [],
    action: {
      label: welcome.label,
      url: mailLink(tx.config, tx.account, 'NewsletterPreferences', link),
    },
    unsubscribeUrl: mailLink(tx.config, tx.account, 'Unsubscribe', link),
  });
}
