import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { invalidInput, notFound } from '../../kernel/problem.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import { hitCounter } from '../../platform/counters/rate-counters.ts';
import type { System } from '../../platform/system.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { type CustomerMerge, emailKey } from '../customers/index.ts';
import { type EmailCode, invalidCode } from '../identity/index.ts';
import { recordMergeRequest } from './events.ts';
import { queueConsentMail } from './mails.ts';
import { dangerOf, lockBoth, moveCustomer } from './move-customer.ts';
import { askedRecently, mergeRefused } from './problems.ts';
import {
  deleteOldRequests,
  deleteRequest,
  findRequest,
  findRequestsOf,
  replaceRequest,
  takeRequest,
} from './store.ts';
import type { MergeRequest } from './tables.ts';

const CONSENT_DAYS = 7;
const HOUR_SECONDS = 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Mails the owner of the account that would go a link with which they agree or decline; it voids an earlier one. Returns
 * until when it works. The caller holds the locks of both customers. Raises 429 `AskedRecently` within an hour of the mail
 * before.
 */
export async function askConsent(tx: CommandTx, merge: CustomerMerge, reason: string): Promise<Date> {
  const { from, into } = merge;
  await refuseMailing(tx, from.id);
  const code = tx.ids.secret();
  const createdAt = tx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + CONSENT_DAYS * DAY_MS);
  await replaceRequest(tx, {
    accountId: tx.account.id,
    fromId: from.id,
    intoId: into.id,
    codeHash: hashSecret(code),
    emailKey: from.emailKey,
    reason,
    createdAt,
    expiresAt,
  });
  recordMergeRequest(tx, {
    type: 'customer.merge-asked',
    subjects: { customer: [into.id, from.id] },
    data: { from: from.id, into: into.id, reason },
  });
  await queueConsentMail(tx, merge, { code, expiresAt });
  return expiresAt;
}

async function refuseMailing(tx: CommandTx, fromId: string): Promise<void> {
  const hourly = { limit: 1, windowSeconds: HOUR_SECONDS };
  const verdict = await hitCounter(tx, tx, `merge-asked/${tx.account.id}/${fromId}`, hourly);
  if (verdict.allowed) return;
  throw askedRecently({ headers: { 'retry-after': String(verdict.retryAfterSeconds) } });
}

/** The merges, newest first and at most `most`, of which a customer is part and that wait for an owner's consent. */
export function pendingMerges(ctx: QueryContext, customerId: string, most: number): Promise<MergeRequest[]> {
  return findRequestsOf(readerOf(ctx), ctx.account.id, { customerId, now: ctx.clock.now(), most });
}

/** Takes back what an owner was asked: the link of the mail does nothing from then on. Raises `NotFound`. */
export async function withdrawMerge(
  tx: CommandTx,
  { intoId: into, fromId: from }: { readonly intoId: string; readonly fromId: string },
): Promise<MergeRequest> {
  const key = { accountId: tx.account.id, fromId: from, intoId: into, now: tx.clock.now() };
  const request = await deleteRequest(tx, key);
  if (request === undefined)
    throw notFound({
      detail: `${from} is not being asked to be merged into ${into}; they may have answered.`,
    });
  const { reason } = request;
  recordMergeRequest(tx, {
    type: 'customer.merge-withdrawn',
    subjects: { customer: [into, from] },
    data: { from, into, reason },
  });
  return request;
}

/**
 * Merges the account of the reader of a mail into the other one, as the vendor asked. Whoever has both knows the other
 * address, of which the mail names a part: somebody else may have chosen one that looks alike. Raises 400 `InvalidCode`,
 * also when one of the two is gone or the account has another address, `InvalidInput` when the other address is not the
 * stated one, and 409 `MergeRefused` as for the vendor.
 */
export async function agreeToMerge(
  ctx: Context,
  input: EmailCode & { readonly otherEmail: string },
): Promise<void> {
  const request = await validRequest(ctx, input);
  await transaction(ctx, async (tx) => {
    const merge = await lockBoth(tx, request);
    if (merge === undefined || merge.from.emailKey !== request.emailKey) throw invalidCode();
    if (merge.into.emailKey !== emailKey(input.otherEmail))
      throw invalidInput({ errors: { otherEmail: ['is not the email of the other account'] } });
    if (!(await takeRequest(tx, request))) throw invalidCode();
    // The reason is for the vendor: it is about the other account, too.
    if ((await dangerOf(tx, merge)) !== undefined) throw mergeRefused();
    await moveCustomer(tx, merge, request.reason);
  });
}

/** Leaves both accounts as they are: the link does nothing from then on. Raises 400 `InvalidCode`. */
export async function declineMerge(ctx: Context, input: EmailCode): Promise<void> {
  const request = await validRequest(ctx, input);
  const { fromId: from, intoId: into, reason } = request;
  await transaction(ctx, async (tx) => {
    if (!(await takeRequest(tx, request))) throw invalidCode();
    recordMergeRequest(tx, {
      type: 'customer.merge-declined',
      subjects: { customer: [into, from] },
      data: { from, into, reason },
    });
  });
}

async function validRequest(ctx: Context, { email, code }: EmailCode): Promise<MergeRequest> {
  const claim = { emailKey: emailKey(email), codeHash: hashSecret(code), now: ctx.clock.now() };
  const request = await findRequest(ctx.database.reader, ctx.account.id, claim);
  if (request === undefined) throw invalidCode();
  return request;
}

/** Deletes at most `most` requests, of all accounts, that nobody has answered in time; returns their number. */
export function purgeMergeRequests(system: System, most = 200): Promise<number> {
  return system.database.transaction((tx) => deleteOldRequests(tx, system.clock.now(), most));
}
