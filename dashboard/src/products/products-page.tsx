import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { NewProductDialog } from './new-product-dialog.tsx';
import type { ProductTexts } from './product-en.ts';
import { type Product, productFiltersIn, productsQuery } from './product-queries.ts';
import { ItemStatus } from './product-state.tsx';
import { useProductTexts } from './product-texts.ts';

const route = getRouteApi('/frame/products');

/** What the vendor sells, the newest first. */
export function ProductsPage() {
  const { products } = useTexts();
  const texts = useProductTexts();
  const money = useMoney();
  const filters = productFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useAddressDialog('new');
  const mayChange = mayDo(useSession(), 'products:write');
  const add = () => {
    setIsAdding(true);
  };
  return (
    <Page
      title={products.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.add}
          </Button>
        ) : null
      }
    >
      <DataList
        name="products"
        label={products.label}
        columns={columnsOf(texts, money)}
        query={useInfiniteQuery(productsQuery(filters))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/products/${encodeURIComponent(id)}`}
        onClear={isFiltered(filters) ? () => void navigate({ search: {}, replace: true }) : undefined}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'dashboard-products.md',
          onAdd: mayChange ? add : undefined,
        }}
        csv={{ kind: 'products', query: { archived: String(filters.archived === 'true') } }}
        filters={
          <ChoiceFilter
            label={texts.shown}
            value={filters.archived}
            unset={texts.current}
            options={{ true: texts.archivedOnes }}
            onChange={(archived) => void navigate({ search: { archived }, replace: true })}
          />
        }
      />
      {isAdding ? (
        <NewProductDialog
          onClose={() => {
            setIsAdding(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(
  texts: ProductTexts,
  money: (amount: number, currency: string) => string,
): readonly Column<Product>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: (product) => <ItemStatus item={product} /> },
    {
      id: 'price',
      label: texts.price,
      isNumber: true,
      show: ({ variations }) => {
        const [first] = Object.entries(variations[0]?.prices ?? {});
        return first === undefined ? texts.noPrice : money(first[1], first[0]);
      },
    },
    {
      id: 'variations',
      label: texts.variations,
      isNumber: true,
      show: ({ variations }) => variations.length,
    },
    { id: 'version', label: texts.version, show: ({ currentReleaseVersion }) => currentReleaseVersion },
    { id: 'id', label: texts.id, isExtra: true, show: ({ id }) => id },
    { id: 'changed', label: texts.changed, show: ({ updatedAt }) => <Moment at={updatedAt} /> },
  ];
}
