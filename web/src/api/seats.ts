import { type components, pageAfter } from '@latchkey/sdk';
import { answer, customerApi, done } from './client.ts';

/** A device that holds an activation of one of the customer's licenses. */
export type Seat = components['schemas']['Activation'];

type SeatPage = components['schemas']['ActivationPage'];

const PAGE_SIZE = 100;

/** Devices beyond these pages are for the vendor's own site. */
const MOST_PAGES = 5;

/** The devices on which the customer has the product activated, the newest first. */
export async function fetchSeats(productId: string, signal: AbortSignal): Promise<readonly Seat[]> {
  const seats: Seat[] = [];
  let after: { readonly paginationToken: string } | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await fetchSeatPage(productId, after, signal);
    seats.push(...page.items.filter(({ status }) => status === 'Active'));
    after = pageAfter(page);
    if (after === undefined) break;
  }
  return seats;
}

function fetchSeatPage(
  productId: string,
  after: { readonly paginationToken: string } | undefined,
  signal: AbortSignal,
): Promise<SeatPage> {
  return answer(
    customerApi.GET('/api/customer/inventory/products/{productId}/licenses/activations', {
      params: { path: { productId }, query: { pageSize: PAGE_SIZE, ...after } },
      signal,
    }),
  );
}

/** Releases the device's activation. Refused with 403 if the vendor does not allow it, 409 too soon after another. */
export function releaseSeat({ licenseId, id }: Seat): Promise<void> {
  const path = { licenseId, activationId: id };
  return done(
    customerApi.POST('/api/customer/inventory/licenses/{licenseId}/activations/{activationId}/revoke', {
      params: { path },
    }),
  );
}
