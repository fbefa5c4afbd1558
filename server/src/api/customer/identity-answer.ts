import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Account } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import { productsOfCustomers } from '../../modules/licensing/index.ts';
import type { System } from '../../platform/system.ts';
import { identityResult } from '../wire/identity.ts';

export const IDENTITY_TAGS = ['Identity'];

/** An email in a query. Its grammar is not checked: what is none belongs to nobody. */
export const EmailQuery = Type.String({ minLength: 1, maxLength: 320 });

/** What the link of a mail carries. */
export const CodeQuery = Type.Object({
  email: EmailQuery,
  code: Type.String({ minLength: 1, maxLength: 500, description: 'From the mail.' }),
});

/** Clients that forget to encode a `+` send a space, which no email holds. */
export function emailOf({ email }: { readonly email: string }): string {
  return email.trim().replaceAll(' ', '+');
}

/** Email and code of a link as the use cases take them. */
export function sentCodeOf(query: { readonly email: string; readonly code: string }) {
  return { email: emailOf(query), code: query.code.trim() };
}

/** What the client calls itself, kept with a session. */
export function userAgentOf(request: FastifyRequest): string | undefined {
  return request.headers['user-agent'];
}

/** The identity result of a customer, with the products that licensing knows of. */
export async function identityAnswer(
  system: System,
  account: Account,
  customer: Customer,
  tokens?: { readonly accessToken: string; readonly refreshToken: string },
) {
  const { reader } = system.database;
  const products = await productsOfCustomers(reader, account.id, [customer.id], system.clock.now());
  return identityResult(customer, products.get(customer.id) ?? { owned: [], subscribed: [] }, tokens);
}
