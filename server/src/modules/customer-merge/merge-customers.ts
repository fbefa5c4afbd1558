import { invalidInput, notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import type { Customer, CustomerMerge, MovedThings } from '../customers/index.ts';
import { askConsent } from './consent.ts';
import { lockBoth, moveCustomer, type MovedCustomer, needsConsent, refuseUnsafe } from './move-customer.ts';

interface MergeInput {
  /** The id of the customer who stays. */
  readonly intoId: string;
  /** The id of the one who is merged into them. */
  readonly fromId: string;
  /** Why, for the journal. */
  readonly reason: string;
}

/** What became of a merge, and the customer who stays. */
export type MergeOutcome =
  | { readonly state: 'Merged'; readonly customer: Customer; readonly moved: MovedThings }
  /** Nothing has moved: the other one was asked. */
  | { readonly state: 'Asked'; readonly customer: Customer; readonly consentUntil: Date };

/** What would move, and whether the other one would be asked first. */
interface MergePreview extends MovedCustomer {
  readonly state: MergeOutcome['state'];
}

/**
 * Makes two customers one, for good: orders, licenses with their devices, subscriptions, trials and redeemed vouchers of
 * `fromId` become those of `intoId`, who also gets the details that they lack. The other cannot sign in any more, their
 * carts and their personal data are removed, and their address is free; their license tokens, running payments, saved
 * payment methods and the links that were mailed to them go on for the customer who stays. A mail tells them.
 *
 * Nobody takes an account from its owner: one who has proven their address or has a password is asked by mail, and nothing
 * moves until they agree.
 *
 * Raises `InvalidInput` when both are the same, `NotFound` when one is unknown or deleted, and 409 `MergeRefused` while a
 * change of an email can still be undone or purchases wait for the proof of `fromId`, and when somebody who has not proven
 * their email would get what belongs to one who has. Raises 429 `AskedRecently` where an owner was asked in the last hour.
 */
export async function mergeCustomers(tx: CommandTx, input: MergeInput): Promise<MergeOutcome> {
  const merge = await lockOrRefuse(tx, input);
  const { reason } = input;
  if (needsConsent(merge))
    return { state: 'Asked', customer: merge.into, consentUntil: await askConsent(tx, merge, reason) };
  return { state: 'Merged', ...(await moveCustomer(tx, merge, reason)) };
}

/** What `mergeCustomers` would do, which nobody sees before the end of a transaction that is undone. Raises the same. */
export async function previewMerge<Answer>(
  ctx: Context,
  input: MergeInput,
  present: (tx: CommandTx, preview: MergePreview) => Promise<Answer>,
): Promise<Answer> {
  let answer: { readonly value: Answer } | undefined;
  try {
    await transaction(ctx, async (tx) => {
      const merge = await lockOrRefuse(tx, input);
      const state = needsConsent(merge) ? 'Asked' : 'Merged';
      const moved = await moveCustomer(tx, merge, input.reason);
      answer = { value: await present(tx, { state, ...moved }) };
      throw new PreviewEnd('what was previewed is undone');
    });
  } catch (error) {
    if (!(error instanceof PreviewEnd) || answer === undefined) throw error;
  }
  if (answer === undefined) throw new Error('a preview has no answer');
  return answer.value;
}

class PreviewEnd extends Error {}

async function lockOrRefuse(tx: CommandTx, { intoId, fromId }: MergeInput): Promise<CustomerMerge> {
  if (intoId === fromId) throw invalidInput({ errors: { from: ['must be another customer'] } });
  const merge = await lockBoth(tx, { intoId, fromId });
  if (merge === undefined) throw notFound({ detail: 'One of the two customers is unknown, or was deleted.' });
  await refuseUnsafe(tx, merge);
  return merge;
}
