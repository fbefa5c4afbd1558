import { Status } from '../parts/status.tsx';
import type { VoucherBatch } from './voucher-queries.ts';
import { useVoucherTexts } from './voucher-texts.ts';

const TONES = { Generating: 'waiting', Ready: 'good', Revoked: 'bad' } as const;

/** Whether the codes of a batch can be redeemed. */
export function BatchStatus({ status }: Pick<VoucherBatch, 'status'>) {
  return <Status tone={TONES[status]}>{useVoucherTexts().statuses[status]}</Status>;
}

/** What a code grants. */
export function contentsOf({ contents }: Pick<VoucherBatch, 'contents'>): string {
  return contents.map(({ id, quantity }) => (quantity === 1 ? id : `${quantity} × ${id}`)).join(', ');
}
