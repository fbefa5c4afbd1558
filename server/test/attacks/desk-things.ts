import type { Merchant } from '../merchant.ts';

/** The first mail to a customer, and a note about them. */
export async function deskThingsOf(
  merchant: Merchant,
  customerId: string,
): Promise<{ readonly mail: string; readonly note: string }> {
  const url = `/api/customers/${customerId}`;
  const { items } = await merchant.call<{ items: { id: string }[] }>('GET', `${url}/mails`);
  const body = { text: 'Prefers to be called' };
  const { id: note } = await merchant.call<{ id: string }>('POST', `${url}/notes`, body);
  return { mail: items[0]?.id ?? '', note };
}
