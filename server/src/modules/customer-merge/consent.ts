import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import { type CustomerMerge, emailKey } from '../customers/index.ts';
import { type EmailCode, invalidCode } from '../identity/index.ts';
import { recordMergeRequest } from './events.ts';
import { queueConsentMail } from './mails.ts';
import { dangerOf, lockBoth, moveCustomer } from './move-customer.ts';
import { mergeRefused } from './problems.ts';
import { deleteOldRequests, findRequest, replaceRequest, takeRequest } from './store.ts';
import type { MergeRequest } from './tables.ts';

const CONSENT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Mails the owner of the account that would go a link with which they agree or decline; it voids an earlier one. Returns
 * until when it works. The caller holds the locks of both customers.
 */
export async function askConsent(tx: CommandTx, merge: CustomerMerge, reason: string): Promise<Date> {
  const { from, into } = merge;
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
