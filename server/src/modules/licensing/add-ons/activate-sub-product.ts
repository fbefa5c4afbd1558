import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { takeAddOnSeats } from '../activations/take-add-ons.ts';
import { noEligibleLicense } from '../problems.ts';
import { usableProductsOf } from '../store/add-on-seats.ts';
import type { ActivationRecord } from '../store/validations.ts';
import {
  activationIn,
  includedSubProduct,
  type PresentedForSubProducts,
  presentToken,
  tokenWithSubProducts,
} from './present-token.ts';

/** A sub-product for the device of a token; `subProductId` is its own part or its whole id. */
export interface SubProductRequest extends PresentedForSubProducts {
  readonly subProductId: string;
}

/**
 * Gives the device of a license token a seat of an included sub-product, also one that was released there, and returns
 * a token of the same activation (policies section 3). A device that has a seat keeps it.
 *
 * Raises the refusals of `presentToken` and of `includedSubProduct`, `TrialToken`, and `NoEligibleLicense` where the
 * customer does not own it or has no free seat of it.
 */
export async function activateSubProduct(ctx: Context, input: SubProductRequest): Promise<string> {
  const valid = await presentToken(ctx, input);
  const activation = activationIn(valid);
  const subProduct = await includedSubProduct(ctx, valid.product, input.subProductId);
  if (!(await takeSeatOf(ctx, activation, subProduct.id))) {
    // If the device itself has lost its seat, that is what it has to know.
    await presentToken(ctx, input);
    throw await noSeatOf(ctx, activation, subProduct);
  }
  return tokenWithSubProducts(ctx, valid, input);
}

/** Takes a seat of the add-on, also one that was released on the device; false if there is none. */
export async function takeSeatOf(
  ctx: Context,
  { id: activationId, customerId }: ActivationRecord,
  productId: string,
): Promise<boolean> {
  const request = { activationId, customerId, productIds: [productId], takesBackReleased: true };
  const withSeat = await transaction(ctx, (tx) => takeAddOnSeats(tx, request));
  return withSeat.length > 0;
}

/** Why the device gets no seat of the add-on. */
export async function noSeatOf(
  ctx: Context,
  { customerId }: ActivationRecord,
  { id, name }: Product,
): Promise<Error> {
  const owner = { customers: [customerId], products: [id] };
  const [usable] = await usableProductsOf(ctx.database.reader, ctx.account.id, owner, ctx.clock.now());
  if (usable === undefined) return noEligibleLicense({ detail: `You do not own ${name}.` });
  const seatText = usable.total === 1 ? 'The 1 seat' : `All ${usable.total} seats`;
  return noEligibleLicense({
    detail: `${seatText} of ${name} ${usable.total === 1 ? 'is' : 'are'} in use. Release another device in your account at ${ctx.account.name} to use it here.`,
  });
}
