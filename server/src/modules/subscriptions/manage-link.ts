import { isLinkValid, signLink } from '../../platform/signed-links.ts';
import { defineProblem } from '../../kernel/problem.ts';
import { type AccountContext, mailLink, type QueryContext } from '../accounts/index.ts';
import { customersMergedInto } from '../customers/index.ts';
import { getSubscription } from './queries.ts';
import type { NextPayment } from '../orders/index.ts';
import type { Subscription } from './tables.ts';

const PURPOSE = 'manage-subscription';
/** Long enough for the mail of a yearly renewal. */
const LIFETIME_SECONDS = 90 * 24 * 3_600;
/** Long enough for a visit to the page of a payment service. */
const RETURN_SECONDS = 3_600;
const SEPARATOR = '~';

/** 400: the link of a mail has expired, or is incomplete. */
const invalidManageLink = defineProblem({
  status: 400,
  errorType: 'InvalidLink',
  title: 'The link is not valid',
  detail: 'The link has expired or is incomplete. Open it in a newer email, or sign in.',
});

/** The page sends its link in the way of an earlier version: it is no fault of the link. */
const pageOutdated = defineProblem({
  status: 400,
  errorType: 'PageOutdated',
  title: 'This page is older than the shop',
  detail: 'This page was opened before an update of the shop. Load it again.',
});

/** What links of mails are refused with. */
export const manageLinkRefusals = [invalidManageLink, pageOutdated];

type Owned = Pick<Subscription, 'accountId' | 'id' | 'customerId'>;

/** The secret with which a mail lets its reader manage a subscription without signing in, for 90 days. */
export function manageToken(ctx: AccountContext, subscription: Owned): string {
  return tokenFor(ctx, subscription, LIFETIME_SECONDS);
}

/** The same for whoever comes back from the page of a payment service, which learns it, for an hour. */
export function returnToken(ctx: AccountContext, subscription: Owned): string {
  return tokenFor(ctx, subscription, RETURN_SECONDS);
}

/**
 * The page on which the reader of a mail manages a subscription without signing in: pays, changes the method, cancels. The
 * mail goes to this address.
 */
export function managePageOf(ctx: AccountContext, subscription: Owned, email: string): string {
  const code = manageToken(ctx, subscription);
  return mailLink(ctx.config, ctx.account, 'ManageSubscription', { email, code });
}

/** What a receipt says of the next charge of a subscription; `undefined` when nothing is charged any more. */
export function nextPaymentOf(ctx: AccountContext, subscription: Subscription): NextPayment | undefined {
  const { endedAt, status, cancelledAt, paidUntil: at, anchorZone: zone, total } = subscription;
  if (endedAt !== null || cancelledAt !== null || status === 'Completed') return undefined;
  const managePage = (email: string): string => managePageOf(ctx, subscription, email);
  return { at, zone, dueMinor: total.dueMinor, managePage };
}

function tokenFor(ctx: AccountContext, { accountId, id, customerId }: Owned, seconds: number): string {
  const { expires, signature } = signLink(ctx, PURPOSE, subjectOf(accountId, id, customerId), seconds);
  return [id, expires.toString(36), signature].join(SEPARATOR);
}

/**
 * The page on which the customer of a subscription changes its payment method without signing in, also in a frame;
 * `undefined` once nothing is charged any more. `returnUrl` is where the page leads after that.
 */
export function methodPageOf(
  ctx: AccountContext,
  subscription: Subscription,
  { returnUrl }: { readonly returnUrl?: string | undefined } = {},
): string | undefined {
  const { endedAt, status, billing } = subscription;
  if (endedAt !== null || status === 'Completed') return undefined;
  const link = { email: billing.email ?? '', code: manageToken(ctx, subscription) };
  const url = new URL(mailLink(ctx.config, ctx.account, 'ChangePaymentMethod', link));
  // Browsers show no other page in a frame.
  url.searchParams.set('embedded', 'true');
  if (returnUrl !== undefined) url.searchParams.set('return', returnUrl);
  return url.href;
}

/**
 * The subscription that a link of a mail is for, also if the mail went to the proven address of somebody who was merged
 * into its customer since: what the page shows is that customer's. Raises `InvalidLink`, also once the subscription has another customer, `PageOutdated` without a token, and `NotFound`.
 */
export async function subscriptionOfLink(
  ctx: QueryContext & AccountContext,
  token: string | undefined,
): Promise<Subscription> {
  if (token === undefined) throw pageOutdated();
  const [id = '', expiry = '', signature = ''] = token.split(SEPARATOR);
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^[0-9a-z]{1,12}$/.test(expiry)) throw invalidManageLink();
  const subscription = await getSubscription(ctx, id);
  const link = { expires: Number.parseInt(expiry, 36), signature };
  const isOf = (customerId: string) =>
    isLinkValid(ctx, PURPOSE, subjectOf(subscription.accountId, id, customerId), link);
  const { customerId } = subscription;
  if (isOf(customerId)) return subscription;
  const merged = await customersMergedInto(ctx, customerId);
  if (!merged.some((each) => each.isEmailConfirmed && isOf(each.id))) throw invalidManageLink();
  return subscription;
}

function subjectOf(accountId: string, id: string, customerId: string): string {
  return [accountId, id, customerId].join('/');
}
