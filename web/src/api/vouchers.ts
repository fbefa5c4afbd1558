import type { components, SignedIn } from '@latchkey/sdk';
import { asCustomer } from './as-customer.ts';
import { browserSession } from './browser-session.ts';
import { answer, customerApi } from './client.ts';

/** A code for licenses, with what it gives. */
export type Voucher = components['schemas']['Voucher'];

/**
 * What a code gives; changes nothing. Refused with 404 when there is no such code, 403 `VoucherRedeemed`, 409
 * `VoucherExpired` and `VoucherNotRedeemable`, and 429 after several tries.
 */
export function fetchVoucher(code: string, signal: AbortSignal): Promise<Voucher> {
  return answer(customerApi.GET('/api/customer/vouchers', { params: { query: { code } }, signal }));
}

/**
 * Gives this customer the licenses; the same once more for a code that they have redeemed. Raises `OtherCustomer` when
 * another one is signed in by now; refused like the read.
 */
export function redeemVoucher(code: string, customer: Pick<SignedIn, 'id' | 'email'>): Promise<Voucher> {
  return asCustomer(browserSession, customer, () =>
    answer(customerApi.POST('/api/customer/vouchers/redeem', { params: { query: { code } } })),
  );
}
