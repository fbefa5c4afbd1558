import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { takeBackOwned } from '../../licensing/index.ts';
import type { RecurringDecision, RecurringReturn } from '../../orders/index.ts';
import type { Subscription } from '../tables.ts';

const OWNED =
  'must be EndNow or Keep: the licenses never end, and only you know whether they are taken back with the money';
const NOT_KEPT =
  'must be EndNow or EndWithPeriod, because the licenses of all units are revoked; or send "revokeLicenses": false';

/** How licenses are to be taken back with money. */
export type LicensesReturn = Pick<RecurringReturn, 'isRequested' | 'revokesLicenses' | 'decision'>;

/** The money of a completed subscription goes back: its licenses never end, unless they are taken back. */
export async function returnOwned(
  tx: CommandTx,
  subscription: Subscription,
  { isFirst, ...refund }: LicensesReturn & { readonly isFirst: boolean },
): Promise<void> {
  if (refund.decision === 'EndWithPeriod') throw invalidInput({ errors: { subscription: [OWNED] } });
  if (decisionOf(refund, { isAll: true, isFirst, issue: OWNED }) !== 'EndNow') return;
  await takeBackOwned(tx, subscription.id);
}

/** What becomes of a subscription: what the vendor says, or what follows for who cannot be asked. Raises `InvalidInput`. */
export function decisionOf(
  { isRequested, revokesLicenses, decision }: LicensesReturn,
  { isAll, isFirst, issue }: { readonly isAll: boolean; readonly isFirst: boolean; readonly issue: string },
): RecurringDecision {
  if (decision === 'Keep' && isAll && isFirst && revokesLicenses)
    throw invalidInput({ errors: { subscription: [NOT_KEPT] } });
  if (decision === 'EndIfAll') return isAll ? 'EndNow' : 'Keep';
  if (decision !== undefined) return decision;
  if (isAll && isRequested) throw invalidInput({ errors: { subscription: [issue] } });
  return isAll && revokesLicenses ? 'EndNow' : 'Keep';
}
