import type { components, SignedIn } from '@latchkey/sdk';
import { asCustomer } from './as-customer.ts';
import { browserSession } from './browser-session.ts';
import { answer, customerApi } from './client.ts';

/** A code for licenses, with its content. */
export type Voucher = components['schemas']['Voucher'];

/**
 * The content of a code; changes nothing. Refused with 404 when there is no such code, 403 `VoucherRedeemed`, 409
 * `VoucherExpired` and `VoucherNotRedeemable`, and 429 after several tries.
 */
export function fetchVoucher(code: string, signal: AbortSignal): Promise<Voucher> {
  return answer(customerApi.GET('/api/customer/vouchers', { params: { query: { code } }, signal }));
}

/**
 * Redeems the code for this customer; returns the same again for a code that they have redeemed. Raises `OtherCustomer`
 * when another one is now signed in; refused like the read.
 */
export function redeemVoucher(code: string, customer: Pick<SignedIn, 'id' | 'email'>): Promise<Voucher> {
  return asCustomer(browserSession, customer, () =>
    answer(customerApi.POST('/api/customer/vouchers/redeem', { params: { query: { code } } })),
  );
}
