import { partsOfId } from '../../../kernel/product-id.ts';
import type { Context } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { buyUrlOf } from '../activations/move-activation.ts';
import { type AddOnSeats, holdingOfAddOn, seatsOfAddOn } from '../domain/add-ons.ts';
import { ANONYMOUS_ID } from '../domain/claims.ts';
import { hasPassed } from '../domain/license-state.ts';
import { type ProductPolicy, productPolicies } from '../policies/product-policy.ts';
import { mayRestart, offersTrials } from '../policies/trial-policy.ts';
import { type SubProductOnDevice, subProductsOnDevice } from '../tokens/sub-products.ts';
import { deviceOf, type PresentedForSubProducts, presentToken } from './present-token.ts';

/** The trial of a sub-product on a device: whether it can be started, runs, or is over. */
interface SubProductTrial {
  readonly status: 'Available' | 'Active' | 'Expired' | 'Unavailable';
  readonly numberOfDays: number;
  readonly expiresAt?: Date;
}

/** A sub-product in the view of a device. */
export interface ListedSubProduct {
  /** Its own part. */
  readonly id: string;
  readonly product: Product;
  readonly isOwned: boolean;
  readonly isSubscribed: boolean;
  /** Whether the device can use it now, by a seat or a trial. */
  readonly isActive: boolean;
  /** Whether its seat on this device was released. */
  readonly isRevoked: boolean;
  /** The end of what makes it active. */
  readonly expiresAt?: Date;
  readonly seats?: AddOnSeats & { readonly remaining: number };
  readonly trial?: SubProductTrial;
  /** The page where it is sold. */
  readonly buyUrl?: string;
}

/**
 * The sub-products that the customer of a token owns or subscribes to, that are for sale, or that have a trial to start
 * or running on the device (policies section 3). Changes nothing. Raises the refusals of `presentToken`.
 */
export async function listSubProducts(
  ctx: Context,
  input: PresentedForSubProducts,
): Promise<{ readonly customerId: string | undefined; readonly subProducts: ListedSubProduct[] }> {
  const valid = await presentToken(ctx, input);
  const device = deviceOf(valid);
  const now = ctx.clock.now();
  const [all, policyOf] = await Promise.all([subProductsOnDevice(ctx, device, now), productPolicies(ctx)]);
  const startsTrials = 'activation' in valid.subject && valid.subject.activation.method === 'Online';
  const entries = all.map((each) => {
    const trial = trialOf(each, policyOf(each.product.id), startsTrials, now);
    return listedSubProduct(ctx, each, trial, now);
  });
  return {
    customerId: device.customerId === ANONYMOUS_ID ? undefined : device.customerId,
    subProducts: entries.filter(
      ({ isOwned, buyUrl, trial }) =>
        isOwned || buyUrl !== undefined || trial?.status === 'Available' || trial?.status === 'Active',
    ),
  };
}

function listedSubProduct(
  ctx: Context,
  { product, onDevice, isSubscribed }: SubProductOnDevice,
  trial: SubProductTrial | undefined,
  now: Date,
): ListedSubProduct {
  const holding = product.isIncludedInLicense ? holdingOfAddOn(onDevice, now) : undefined;
  const isActive = holding === 'Seat' || holding === 'Trial';
  const expiresAt = holding === 'Seat' ? onDevice.seat?.expiresAt : isActive && onDevice.trial?.expiresAt;
  const seats = seatsOfAddOn(onDevice);
  const buyUrl = buyUrlOf(ctx, product);
  return {
    id: partsOfId(product.id).ownPart,
    product,
    isOwned: onDevice.seats !== undefined,
    isSubscribed,
    isActive,
    isRevoked: holding === 'Released',
    ...(expiresAt && { expiresAt }),
    ...(seats !== undefined && { seats }),
    ...(trial !== undefined && { trial }),
    ...(buyUrl !== undefined && { buyUrl }),
  };
}

/** The trial on the device; `undefined` if it has had none and the sub-product offers none. */
function trialOf(
  { product, onDevice, trial }: SubProductOnDevice,
  policy: ProductPolicy,
  startsTrials: boolean,
  now: Date,
): SubProductTrial | undefined {
  const numberOfDays = policy.trialDays;
  if (trial !== undefined && !hasPassed(trial.expiresAt, now)) {
    return { status: 'Active', numberOfDays, expiresAt: trial.expiresAt };
  }
  if (trial !== undefined && !mayRestart(trial, policy)) {
    return { status: 'Expired', numberOfDays, expiresAt: trial.expiresAt };
  }
  if (!offersTrials(policy)) return undefined;
  const canStart = startsTrials && product.isIncludedInLicense && onDevice.seats === undefined;
  return { status: canStart ? 'Available' : 'Unavailable', numberOfDays };
}
