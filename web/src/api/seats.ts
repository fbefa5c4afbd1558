import { type Fields, fieldsOf, isRecord } from './answer.ts';
import { callApi, tellApi } from './client.ts';

/** A device that holds an activation of one of the customer's licenses. */
export interface Seat {
  readonly id: string;
  readonly licenseId: string;
  readonly deviceName: string;
  readonly method: 'Online' | 'Offline';
  readonly lastValidatedAt: Date;
  /** Whether the vendor lets the customer release it; a pause after another release may be running nonetheless. */
  readonly canRelease: boolean;
}

const PAGE_SIZE = 100;

/** Devices beyond these pages are for the vendor's own site. */
const MOST_PAGES = 5;

/** The devices on which the customer has the product activated, the newest first. */
export async function fetchSeats(
  productId: string,
  accessToken: string | undefined,
  signal: AbortSignal,
): Promise<readonly Seat[]> {
  const seats: Seat[] = [];
  let path: string | undefined =
    `/api/customer/inventory/products/${encodeURIComponent(productId)}/licenses/activations?pageSize=${PAGE_SIZE}`;
  for (let page = 0; path !== undefined && page < MOST_PAGES; page += 1) {
    const answer: SeatPage = await callApi({ path, accessToken, signal, read: readSeatPage });
    seats.push(...answer.seats);
    path = answer.next;
  }
  return seats;
}

/** Takes the activation from the device. Refused with 403 where the vendor does not allow it, 409 too soon after another. */
export function releaseSeat({ licenseId, id }: Seat, accessToken: string | undefined): Promise<void> {
  const license = encodeURIComponent(licenseId);
  const path = `/api/customer/inventory/licenses/${license}/activations/${encodeURIComponent(id)}/revoke`;
  return tellApi({ method: 'POST', path, accessToken });
}

export interface SeatPage {
  readonly seats: readonly Seat[];
  readonly next: string | undefined;
}

/** Checks a page of activations and leaves out those that were released. Raises `UnexpectedAnswer`. */
export function readSeatPage(json: unknown): SeatPage {
  const page = fieldsOf(json, 'seats');
  const entries = page.list('items', (value, at) => {
    const seat = fieldsOf(value, at);
    const isActive = seat.oneOf('status', ['Active', 'Revoked']) === 'Active';
    return { isActive, seat: readSeat(seat, isReleasable(value)) };
  });
  return {
    seats: entries.flatMap(({ isActive, seat }) => (isActive ? [seat] : [])),
    next: page.maybeText('next'),
  };
}

function readSeat(seat: Fields, canRelease: boolean): Seat {
  return {
    id: seat.text('id'),
    licenseId: seat.text('licenseId'),
    deviceName: seat.text('name'),
    method: seat.oneOf('activationMethod', ['Online', 'Offline']),
    lastValidatedAt: seat.time('lastValidatedAt'),
    canRelease,
  };
}

/** A server that does not say is asked by the click, and refuses where it has to. */
function isReleasable(seat: unknown): boolean {
  return !isRecord(seat) || seat['canRelease'] !== false;
}
