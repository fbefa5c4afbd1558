import type { CommandTx } from '../../accounts/index.ts';
import { recordLicensingEvent } from '../events.ts';
import type { Trial } from '../tables.ts';
import { lockExistingTrial } from './lock-trial.ts';
import { changeTrial } from '../store/trials.ts';

/**
 * Lets a device start its trial of a product anew: the next request of its application starts it again with the
 * product's full number of days, as the same trial. Until then it continues unchanged, so that no day is lost before
 * the application runs; tokens of a running one stay valid. Resetting again before the device has started changes
 * nothing.
 *
 * Raises `NotFound`.
 */
export async function resetTrial(tx: CommandTx, id: string): Promise<Trial> {
  const trial = await lockExistingTrial(tx, id);
  if (trial.resetAt !== null) return trial;
  recordLicensingEvent(tx, {
    type: 'trial.reset',
    subjects: { trial: id, product: trial.productId, customer: trial.customerId },
    data: {},
  });
  return changeTrial(tx, trial, { resetAt: tx.clock.now() });
}
