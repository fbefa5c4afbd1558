import { partsOfId } from '../../../kernel/product-id.ts';
import { hasPassed } from './license-state.ts';

/** An add-on that is included in a license, on one device of its customer (policies section 3). */
export interface AddOnOnDevice {
  /** Its whole id. */
  readonly productId: string;
  /** All seats of it that the customer has, over all usable licenses; absent: not owned. */
  readonly seats: AddOnSeats | undefined;
  /** The seat that the device has: held, or released; absent: it never had one, or lost it with its license. */
  readonly seat: { readonly isHeld: boolean; readonly expiresAt: Date | null } | undefined;
  /** The trial that the device has, or had. */
  readonly trial: { readonly expiresAt: Date } | undefined;
}

export interface AddOnSeats {
  readonly total: number;
  readonly used: number;
}

/** An entry of the claim `sp`, as applications read it. */
export interface AddOnClaim {
  readonly id: string;
  readonly active: boolean;
  readonly trial: boolean;
  readonly revoked?: true;
  readonly exp?: number;
  readonly seats?: AddOnSeats & { readonly remaining: number };
}

/** Whether the device should have a seat of the add-on, and has none; not one that was released here. */
export function lacksSeat({ seats, seat }: AddOnOnDevice): boolean {
  return seats !== undefined && seat === undefined;
}

/** Whether its customer has a seat left for another device. */
export function hasFreeSeat({ seats }: AddOnOnDevice): boolean {
  return seats !== undefined && seats.used < seats.total;
}

/** How the device has the add-on; `undefined` if neither by a license nor by a trial. */
export function holdingOfAddOn(
  { seats, seat, trial }: AddOnOnDevice,
  now: Date,
): 'Seat' | 'Trial' | 'Released' | 'NoSeat' | 'TrialOver' | undefined {
  if (seats !== undefined && seat?.isHeld === true) return 'Seat';
  if (seats !== undefined && seat !== undefined) return 'Released';
  if (trial !== undefined && !hasPassed(trial.expiresAt, now)) return 'Trial';
  if (seats !== undefined) return 'NoSeat';
  return trial === undefined ? undefined : 'TrialOver';
}

/** The entry of an add-on in a token; offline tokens do not say how many seats there are. */
export function addOnClaim(
  addOn: AddOnOnDevice,
  now: Date,
  method: 'Online' | 'Offline',
): AddOnClaim | undefined {
  const holding = holdingOfAddOn(addOn, now);
  if (holding === undefined) return undefined;
  const isTrial = holding === 'Trial' || holding === 'TrialOver';
  const endsAt = isTrial ? addOn.trial?.expiresAt : holding === 'Seat' ? addOn.seat?.expiresAt : null;
  const seats = isTrial || method === 'Offline' ? undefined : seatsOfAddOn(addOn);
  return {
    id: partsOfId(addOn.productId).ownPart,
    active: holding === 'Seat' || holding === 'Trial',
    trial: isTrial,
    ...(holding === 'Released' && { revoked: true }),
    ...(endsAt && { exp: Math.floor(endsAt.getTime() / 1_000) }),
    ...(seats !== undefined && { seats }),
  };
}

/** The seats of an owned add-on, with those that are free. */
export function seatsOfAddOn({ seats }: AddOnOnDevice): AddOnClaim['seats'] {
  return seats && { ...seats, remaining: Math.max(0, seats.total - seats.used) };
}
