import type { FastifyReply } from 'fastify';
import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context, QueryContext } from '../../modules/accounts/index.ts';
import { type Customer, findCustomer, findCustomerByEmail } from '../../modules/customers/index.ts';
import { tagRevision } from '../guards/revision.ts';
import { type CustomerAnswer, customerPresenter } from '../wire/customer.ts';

/** The path parameter of a customer. */
export const CustomerPath = Type.Object({
  idOrEmail: Type.String({ description: 'The id of the customer, or the email address.' }),
});

/** The customer of a path, a deleted one by id alone: no email is a GUID. Raises `NotFound`. */
export async function customerOf(
  ctx: Context,
  { idOrEmail }: Static<typeof CustomerPath>,
): Promise<Customer> {
  const id = normaliseGuid(idOrEmail);
  const customer = await (id === undefined ? findCustomerByEmail(ctx, idOrEmail) : findCustomer(ctx, id));
  if (customer === undefined) throw notFound({ detail: 'There is no such customer.' });
  return customer;
}

/** The response that shows one customer. */
export async function singleAnswer(
  ctx: QueryContext,
  customer: Customer,
): Promise<Static<typeof CustomerAnswer>> {
  return (await customerPresenter(ctx, [customer]))(customer);
}

/** The same, with the revision as `ETag`. */
export function taggedAnswer(
  ctx: QueryContext,
  customer: Customer,
  reply: FastifyReply,
): Promise<Static<typeof CustomerAnswer>> {
  tagRevision(reply, customer);
  return singleAnswer(ctx, customer);
}
