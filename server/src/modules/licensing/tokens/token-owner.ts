import type { Context } from '../../accounts/index.ts';
import { findMerges } from '../../customers/index.ts';
import type { PresentedToken } from '../domain/token-decision.ts';

/** Whether a token names this customer, or one who was merged into them since it was signed. */
export async function namesOwner(
  ctx: Context,
  { ownerId }: Pick<PresentedToken, 'ownerId'>,
  customerId: string | null,
): Promise<boolean> {
  if (ownerId === customerId) return true;
  return customerId !== null && (await findMerges(ctx, [ownerId])).get(ownerId) === customerId;
}
