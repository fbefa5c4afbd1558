import type { components } from '@latchkey/sdk';
import { answer, customerApi, done } from './client.ts';
import { everyPage } from './every-page.ts';

/** A device that holds an activation of one of the customer's licenses. */
export type Seat = components['schemas']['Activation'];

/** An add-on that a device has a seat of. */
export type AddOnSeat = NonNullable<Seat['subProducts']>[number];

/** The devices on which the customer has the product activated, newest first. */
export async function fetchSeats(productId: string, signal: AbortSignal): Promise<readonly Seat[]> {
  const seats = await everyPage((query) =>
    answer(
      customerApi.GET('/api/customer/inventory/products/{productId}/licenses/activations', {
        params: { path: { productId }, query },
        signal,
      }),
    ),
  );
  return seats.filter(({ status }) => status === 'Active');
}

/**
 * Releases an activation, of a device or of an add-on on it. Refused with 403 if the vendor does not allow it, 409 too
 * soon after another.
 */
export function releaseSeat({ licenseId, id }: Pick<Seat, 'licenseId' | 'id'>): Promise<void> {
  const path = { licenseId, activationId: id };
  return done(
    customerApi.POST('/api/customer/inventory/licenses/{licenseId}/activations/{activationId}/revoke', {
      params: { path },
    }),
  );
}
