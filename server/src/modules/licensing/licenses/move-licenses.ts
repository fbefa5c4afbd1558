import type { CommandTx } from '../../accounts/index.ts';
import type { CustomerMerge } from '../../customers/index.ts';
import { cancelRequestsOf } from '../store/activation-requests.ts';
import { moveLicenseRows } from '../store/licenses.ts';
import { moveTrialRows } from '../store/trials.ts';

/** How many became the other customer's. */
interface MovedLicenses {
  readonly licenses: number;
  readonly trials: number;
}

/**
 * Gives all licenses and trials of a customer to the one into whom they are merged, inside that transaction, which holds
 * the locks of both. Devices keep their seats: their tokens name the same person. What waits for a proof
 * goes on to wait for it; approvals in the browser that are under way end.
 */
export async function moveLicenses(tx: CommandTx, { from, into }: CustomerMerge): Promise<MovedLicenses> {
  const { id: accountId } = tx.account;
  const move = { from: from.id, into: into.id };
  await cancelRequestsOf(tx, accountId, from.id);
  return {
    licenses: await moveLicenseRows(tx, accountId, move),
    trials: await moveTrialRows(tx, accountId, move),
  };
}
