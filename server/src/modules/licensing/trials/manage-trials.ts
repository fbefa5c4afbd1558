import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { findProduct } from '../../catalog/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { recordLicensingEvent } from '../events.ts';
import { trialExists } from '../problems.ts';
import { findTrialOfDevice, insertTrial, setTrialProperties } from './store-trials.ts';
import type { Trial } from '../tables.ts';

/** A trial that was started elsewhere. */
export interface TrialImport {
  readonly productId: string;
  readonly deviceName: string;
  readonly deviceSignature: string;
  readonly expiresAt: Date;
  readonly ownerId?: string | undefined;
  readonly lastValidation?: Date | undefined;
  readonly createdAt?: Date | undefined;
}

/**
 * Takes over a trial of another system, so that it cannot be started again here (core API, Trials). The product
 * need not have trials of its own.
 *
 * Raises `InvalidInput` with every issue, and `TrialExists` whose `instance` is the id of the trial that is there.
 */
export async function importTrial(tx: CommandTx, input: TrialImport): Promise<Trial> {
  const errors: Record<string, string[]> = {};
  if ((await findProduct(tx, input.productId)) === undefined) {
    errors['productId'] = ['is not a product of this account'];
  }
  const customerId = input.ownerId?.toLowerCase() ?? null;
  const owner = customerId === null ? undefined : await findCustomer(tx, customerId);
  if (customerId !== null && (owner === undefined || owner.isDeleted)) {
    errors['ownerId'] = ['is not a customer of this account'];
  }
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const createdAt = input.createdAt ?? tx.clock.now();
  const trial: Trial = {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    productId: input.productId,
    customerId,
    deviceName: input.deviceName,
    deviceSignature: input.deviceSignature,
    expiresAt: input.expiresAt,
    lastValidatedAt: input.lastValidation ?? createdAt,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    properties: {},
    convertedAt: null,
    createdAt,
    resetAt: null,
    revision: 1,
  };
  if (await insertTrial(tx, trial)) {
    recordLicensingEvent(tx, {
      type: 'trial.imported',
      subjects: { trial: trial.id, product: trial.productId, customer: trial.customerId },
      data: { expiresAt: trial.expiresAt },
    });
    return trial;
  }
  const device = { productId: trial.productId, signature: trial.deviceSignature };
  const existing = await findTrialOfDevice(tx, tx.account.id, device);
  throw trialExists(existing === undefined ? {} : { instance: existing.id });
}

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
