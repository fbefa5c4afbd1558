import type { Client } from '@latchkey/sdk';
import { storefront } from './browser-session.ts';

export { answer, done } from '@latchkey/ui/failures/answer.ts';

/** Calls the API on the page's own host, without a customer. */
export const visitorApi: Client = storefront.visitor;

/** Calls the customer API with the session of the signed-in customer. */
export const customerApi: Client = storefront.client;
