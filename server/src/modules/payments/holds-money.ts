import type { Reader } from '../../platform/database/database.ts';
import { hasLivePayment } from './store.ts';
import type { PaymentSubject } from './tables.ts';

/**
 * Whether a payment of the subject holds money, or may still receive it: if not, the subject may be deleted. Its
 * payments stay, without any data about the buyer, and still recognize money that arrives later. The result is reliable
 * only under the lock of the subject.
 */
export function holdsMoney(db: Reader, accountId: string, subject: PaymentSubject): Promise<boolean> {
  return hasLivePayment(db, accountId, subject);
}
