import type { components } from '@latchkey/sdk';

type Progress = Pick<components['schemas']['Order'], 'status' | 'cancelledAt'>;

/** Whether an order changes by itself: its payment or its delivery is in progress. */
export function isUnderWay({ status, cancelledAt }: Progress): boolean {
  return status === 'PaymentProcessing' || (status === 'Paid' && cancelledAt === undefined);
}
