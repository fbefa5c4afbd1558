import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { takeAddOnSeats } from '../activations/take-add-ons.ts';
import { hasFreeSeat, lacksSeat } from '../domain/add-ons.ts';
import { findOwnSeats, seatKey } from '../store/activations.ts';
import type { ProductOwner } from '../store/ownership.ts';
import type { ActivationRecord } from '../store/validations.ts';
import type { TokenSubject } from '../tokens/license-tokens.ts';
import { type LicensedDevice, readSubProducts, type SubProductFacts } from '../tokens/sub-products.ts';

/** A token that is renewed, in the context of its request. */
interface Renewal {
  readonly ctx: Context;
  readonly product: Product;
  readonly subject: TokenSubject;
  /** Whether the device takes free seats of add-ons. Default: true. */
  readonly input: { readonly takesAddOns?: boolean | undefined };
}

/**
 * Takes the seats of add-ons that devices have no seat of yet, and returns what the tokens say about sub-products. No
 * add-on makes a validation fail: a seat that could not be taken is taken by the next one.
 */
export async function takeMissingAddOns(
  ctx: Context,
  renewals: readonly Renewal[],
  now: Date,
): Promise<SubProductFacts> {
  const devices: LicensedDevice[] = [];
  const otherOwners: ProductOwner[] = [];
  for (const { subject, product } of renewals) {
    if ('activation' in subject) devices.push(subject.activation);
    else if (subject.owner !== undefined)
      otherOwners.push({ customerId: subject.owner.id, productId: product.id });
  }
  const readFacts = () => readSubProducts(ctx, devices, now, otherOwners);
  const facts = await readFacts();
  let isChanged = false;
  for (const { caller, activation, productIds } of await missingAddOns(ctx, renewals, facts, now)) {
    const { id: activationId, customerId } = activation;
    try {
      await transaction(caller, (tx) => takeAddOnSeats(tx, { activationId, customerId, productIds }));
      isChanged = true;
    } catch (error) {
      caller.log.error({ err: error, activationId }, 'seats of add-ons were not taken');
    }
  }
  return isChanged ? readFacts() : facts;
}

/** A device, and the add-ons of which it can have a seat now. */
interface MissingAddOns {
  readonly caller: Context;
  readonly activation: ActivationRecord;
  readonly productIds: readonly string[];
}

/** The devices that lack a seat which is free, or which they took before it was an add-on. */
async function missingAddOns(
  ctx: Context,
  renewals: readonly Renewal[],
  facts: SubProductFacts,
  now: Date,
): Promise<MissingAddOns[]> {
  const lacking = renewals.flatMap(({ ctx: caller, subject, input }) => {
    // An offline activation takes them once, and some applications want none.
    if (!('activation' in subject) || subject.activation.method === 'Offline' || input.takesAddOns === false)
      return [];
    const { activation } = subject;
    return [{ caller, activation, addOns: facts.addOns(activation).filter(lacksSeat) }];
  });
  const full = lacking.flatMap(({ activation: { customerId, deviceSignature }, addOns }) =>
    addOns
      .filter((addOn) => !hasFreeSeat(addOn))
      .map(({ productId }) => ({ customerId, productId, deviceSignature })),
  );
  const ownSeats = await findOwnSeats(ctx.database.reader, ctx.account.id, full, now);
  return lacking.flatMap(({ caller, activation, addOns }) => {
    const { customerId, deviceSignature } = activation;
    const productIds = addOns.flatMap((addOn) => {
      const { productId } = addOn;
      const isOwn = ownSeats.has(seatKey({ customerId, productId, deviceSignature }));
      return hasFreeSeat(addOn) || isOwn ? [productId] : [];
    });
    return productIds.length === 0 ? [] : [{ caller, activation, productIds }];
  });
}
