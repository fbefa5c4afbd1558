import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { recordLicensingEvent } from '../events.ts';
import { setTrialProperties } from './store-trials.ts';
import type { Trial } from '../tables.ts';

/** Replaces the custom properties of a trial. Raises `InvalidInput` with every issue, and `NotFound`. */
export async function replaceTrialProperties(ctx: Context, id: string, properties: unknown): Promise<Trial> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return transaction(ctx, async (tx) => {
    const trial = await setTrialProperties(tx, ctx.account.id, id, properties);
    if (trial === undefined) throw notFound({ detail: `There is no trial ${id}.` });
    recordLicensingEvent(tx, {
      type: 'trial.updated',
      subjects: { trial: id, product: trial.productId, customer: trial.customerId },
      data: { fields: ['properties'] },
    });
    return trial;
  });
}
