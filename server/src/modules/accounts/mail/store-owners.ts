import type { Reader } from '../../../platform/database/database.ts';

/** An operator, as far as the account's mails to its vendor need one. */
interface OwnerReference {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly joinedAt: Date | null;
  readonly removedAt: Date | null;
}

/** The addresses of the owners who have joined and were not removed, those who joined first at the beginning. */
export async function readOwnerAddresses(db: Reader, accountId: string, most: number): Promise<string[]> {
  const rows = await db
    .tables<{ operators: OwnerReference }>()
    .selectFrom('operators')
    .select('email')
    .where('accountId', '=', accountId)
    .where('role', '=', 'Owner')
    .where('removedAt', 'is', null)
    .where('joinedAt', 'is not', null)
    .orderBy('joinedAt')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ email }) => email);
}
