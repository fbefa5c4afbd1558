import type { FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import { namesOfCustomers } from '../../modules/customers/index.ts';
import { pageOf } from '../../platform/http/route/paging.ts';
import { hasScope } from './caller.ts';

const OwnersBody = Type.Optional(
  Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'The customer.' }),
        name: Type.Optional(Type.String()),
        email: Type.String(),
      },
      { title: 'ListOwner' },
    ),
    {
      description:
        'The customers of these items, each once, without deleted ones. Only for those who have the scope `customers:read`.',
    },
  ),
);

/** A page of a list whose items belong to customers, with their names; `title` names it in the document. */
export function pageWithOwners<Item extends TSchema>(item: Item, title: string) {
  return Type.Object({ ...pageOf(item).properties, owners: OwnersBody }, { title });
}

/**
 * The customers of the items of a page by name, read together; for callers who may read customers. Files of whole lists
 * go without: people are exported with a scope of their own.
 */
export async function ownersField(
  { caller, context, routeConfig }: FastifyRequest,
  ids: readonly string[],
): Promise<{ owners?: Static<typeof OwnersBody> }> {
  if (routeConfig.exportedAs === undefined || !hasScope(caller, 'customers:read')) return {};
  const owners = await namesOfCustomers(context, [...new Set(ids)]);
  return { owners: owners.map(({ id, name, email }) => ({ id, ...(name !== null && { name }), email })) };
}
