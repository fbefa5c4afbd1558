import type { SignedIn } from '@latchkey/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT_KEY } from '../account/customer.ts';
import { redeemVoucher, type Voucher } from '../api/vouchers.ts';

/** The code belongs to this customer. */
export interface Redemption {
  readonly customerId: string;
  readonly voucher: Voucher;
  readonly wasBefore: boolean;
}

/** Loads the page that follows; it loads while the code is redeemed. */
export const loadRedeemed = () => import('./redeemed-voucher.tsx');

/** Redeems the code for the customer whom the page names at the click. */
export function useRedemption(code: string, onRedeemed: (redemption: Redemption) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (customer: SignedIn) => redeemVoucher(code, customer),
    onMutate: () => {
      loadRedeemed().catch(() => undefined);
    },
    onSuccess: (voucher, { id: customerId }) => {
      void queryClient.invalidateQueries({ queryKey: [ACCOUNT_KEY] });
      onRedeemed({ customerId, voucher, wasBefore: false });
    },
  });
}

/** A code that is being redeemed. */
export type Sending = ReturnType<typeof useRedemption>;
