import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { because, recordLicensingEvent } from '../events.ts';
import { changeTrial, lockTrial } from '../store/trials.ts';
import type { Trial } from '../tables.ts';

/**
 * Replaces the custom properties of a trial. Raises `InvalidInput` with every issue, `NotFound`, and `StaleRevision`
 * when `expectedRevision` is not the trial's.
 */
export async function replaceTrialProperties(
  ctx: Context,
  id: string,
  properties: unknown,
  expectedRevision?: number,
): Promise<Trial> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return transaction(ctx, async (tx) => {
    const trial = await lockExistingTrial(tx, id);
    checkRevision(trial, expectedRevision);
    recordLicensingEvent(tx, {
      type: 'trial.updated',
      subjects: { trial: id, product: trial.productId, customer: trial.customerId },
      data: { fields: ['properties'] },
    });
    return changeTrial(tx, trial, { properties });
  });
}

/**
 * Resets the trial of a product on a device: the next request of its application starts it again with the
 * product's full number of days, as the same trial. Until then it continues unchanged, so that no day is lost before
 * the application runs; tokens of a running one stay valid. Resetting again before the device has started changes
 * nothing. The reason is kept in the journal.
 *
 * Raises `NotFound`.
 */
export async function resetTrial(tx: CommandTx, id: string, reason?: string): Promise<Trial> {
  const trial = await lockExistingTrial(tx, id);
  if (trial.resetAt !== null) return trial;
  recordLicensingEvent(tx, {
    type: 'trial.reset',
    subjects: { trial: id, product: trial.productId, customer: trial.customerId },
    data: because(reason),
  });
  return changeTrial(tx, trial, { resetAt: tx.clock.now() });
}

/** The trial, locked until the transaction ends. Raises `NotFound`. */
async function lockExistingTrial(tx: CommandTx, id: string): Promise<Trial> {
  const trial = await lockTrial(tx, tx.account.id, id);
  if (trial === undefined) throw notFound({ detail: `There is no trial ${id}.` });
  return trial;
}
