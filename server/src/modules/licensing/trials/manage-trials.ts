import { invalidInput } from '../../../kernel/problem.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { recordLicensingEvent } from '../events.ts';
import { lockExistingTrial } from './lock-trial.ts';
import { changeTrial } from '../store/trials.ts';
import type { Trial } from '../tables.ts';

/**
 * Replaces the custom properties of a trial. Raises `InvalidInput` with every issue, `NotFound`, and `StaleRevision` when
 * `expectedRevision` is not the trial's.
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
