import { Problem } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { offlineToken, subProductTrialsNotAllowed, tokenRefusals } from '../problems.ts';
import { findActivation } from '../store/activations.ts';
import { findTrialOfDevice } from '../store/trials.ts';
import type { ActivationRecord } from '../store/validations.ts';
import { subProductsOnDevice } from '../tokens/sub-products.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import { noSeatOf, type SubProductRequest, takeSeatOf } from './activate-sub-product.ts';
import { activationIn, includedSubProduct, presentToken, tokenWithSubProducts } from './present-token.ts';

/**
 * Starts the trial of an included sub-product on the device of an online license token, and returns a token of the same
 * activation (policies section 3). Repeating it returns the trial that the device has had, even if it is over. An owner
 * gets a seat instead.
 *
 * Raises the refusals of `presentToken` and of `includedSubProduct`, `TrialToken`, `OfflineToken`, `TrialsNotAllowed`, and
 * `NoEligibleLicense` for an owner without a free seat.
 */
export async function startSubProductTrial(ctx: Context, input: SubProductRequest): Promise<string> {
  const valid = await presentToken(ctx, input);
  const activation = activationIn(valid);
  if (valid.token.method === 'Offline' || activation.method === 'Offline') {
    throw offlineToken({ detail: 'A device that was activated offline cannot start a trial.' });
  }
  const subProduct = await includedSubProduct(ctx, valid.product, input.subProductId);
  await takeSeatOrTrial(ctx, activation, subProduct);
  return tokenWithSubProducts(ctx, valid, input);
}

async function takeSeatOrTrial(
  ctx: Context,
  activation: ActivationRecord,
  subProduct: Product,
): Promise<void> {
  const all = await subProductsOnDevice(ctx, activation, ctx.clock.now());
  const isOwned = all.some(
    ({ product, onDevice }) => product.id === subProduct.id && onDevice.seats !== undefined,
  );
  if (!isOwned) return continueTrial(ctx, activation, subProduct);
  if (await takeSeatOf(ctx, activation, subProduct.id)) return;
  const device = { productId: subProduct.id, signature: activation.deviceSignature };
  const trial = await findTrialOfDevice(ctx.database.reader, ctx.account.id, device);
  if (trial === undefined) throw await noSeatOf(ctx, activation, subProduct);
}

async function continueTrial(
  ctx: Context,
  { id, customerId, deviceSignature: signature }: ActivationRecord,
  subProduct: Product,
): Promise<void> {
  const seat = await findActivation(ctx.database.reader, ctx.account.id, id);
  if (seat === undefined) throw tokenRefusals.Gone();
  const device = { name: seat.deviceName, signature };
  try {
    await startTrial(ctx, { id: customerId }, { productId: subProduct.id, device });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.errorType === 'TrialExpired') return;
    if (error.errorType !== 'TrialsNotAllowed') throw error;
    throw subProductTrialsNotAllowed({ detail: `${subProduct.name} has no trials.` });
  }
}
