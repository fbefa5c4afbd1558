import type { components } from '@latchkey/sdk';
import type { ListPage } from '../list/data-list.tsx';

/** A row with the customer to whom it belongs; absent: they were deleted, or the role does not include customers. */
export type Owned<Row> = Row & { readonly owner?: components['schemas']['ListOwner'] };

interface PageWithOwners<Row> extends ListPage<Row> {
  readonly owners?: readonly components['schemas']['ListOwner'][];
}

/** A page whose rows have their customers beside them. */
export function ownedRows<Row extends object>(
  { items, next, owners = [] }: PageWithOwners<Row>,
  ownerIdOf: (row: Row) => string,
): ListPage<Owned<Row>> {
  const all = new Map(owners.map((owner) => [owner.id, owner]));
  return {
    items: items.map((row) => {
      const owner = all.get(ownerIdOf(row));
      return owner === undefined ? row : { ...row, owner };
    }),
    next,
  };
}
