import type { Reader } from '../../platform/database/database.ts';
import { hasLivePayment } from './store.ts';
import type { PaymentSubject } from './tables.ts';

/**
 * Whether a payment of the subject holds money, or may still get it: a subject of which none does may be deleted. Its
 * payments stay, without a word about the buyer, and recognize money that arrives after all. The answer is certain for
 * whoever holds the lock of the subject.
 */
export function holdsMoney(db: Reader, accountId: string, subject: PaymentSubject): Promise<boolean> {
  return hasLivePayment(db, accountId, subject);
}
