import type { FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { productsAwaitingProof, productsOfCustomers } from '../../modules/licensing/index.ts';
import { identityResult } from '../wire/identity.ts';

export const IDENTITY_TAGS = ['Identity'];

/** An email in a query. Its syntax is not checked: an invalid one belongs to nobody. */
export const EmailQuery = Type.String({ minLength: 1, maxLength: 320 });

/** The query of a link in a mail. */
export const CodeQuery = Type.Object({
  email: EmailQuery,
  code: Type.String({ minLength: 1, maxLength: 500, description: 'From the mail.' }),
});

/** Clients that forget to encode a `+` send a space, which no email contains. */
export function emailOf({ email }: { readonly email: string }): string {
  return email.trim().replaceAll(' ', '+');
}

/** Email and code of a link, as input of the use cases. */
export function codeFrom(query: { readonly email: string; readonly code: string }) {
  return { email: emailOf(query), code: query.code.trim() };
}

/** The client's name for itself, stored with a session. */
export function userAgentOf(request: FastifyRequest): string | undefined {
  return request.headers['user-agent'];
}

/** The identity response of a customer, with the products from licensing. */
export async function identityAnswer(ctx: Context, customer: Customer) {
  const [products, waiting] = await Promise.all([
    productsOfCustomers(ctx, [customer.id]),
    productsAwaitingProof(ctx, customer),
  ]);
  const { owned, subscribed } = products.get(customer.id) ?? { owned: [], subscribed: [] };
  const awaitsProof = await awaitsProofOf(ctx, waiting);
  return identityResult(customer, { owned, subscribed, awaitsProof });
}

/** The identity response of a customer whose session was started or continued. */
export async function signedInAnswer(
  ctx: Context,
  customer: Customer,
  { accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string },
) {
  return { ...(await identityAnswer(ctx, customer)), accessToken, refreshToken };
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * The products that wait for the customer's proof of their email, with a sentence for the customer; `undefined` when
 * none do.
 */
async function awaitsProofOf(ctx: Context, productIds: readonly string[]) {
  if (productIds.length === 0) return undefined;
  const catalog = await loadCatalog(ctx);
  const names = productIds.map((id) => catalog.product(id)?.name ?? id);
  return {
    products: [...productIds],
    names,
    message: `Confirm your email address to get ${AND.format(names)}.`,
  };
}
