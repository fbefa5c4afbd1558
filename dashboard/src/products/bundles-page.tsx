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
import { NewBundleDialog } from './new-bundle-dialog.tsx';
import type { ProductTexts } from './product-en.ts';
import { type Bundle, bundlesQuery, productFiltersIn } from './product-queries.ts';
import { ItemStatus } from './product-state.tsx';
import { useProductTexts } from './product-texts.ts';

const route = getRouteApi('/frame/bundles');

/** Products that the vendor sells together, the newest bundle first. */
export function BundlesPage() {
  const { bundles } = useTexts();
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
      title={bundles.label}
      aside={
        mayChange ? (
          <Button size="xs" onClick={add}>
            {texts.addBundle}
          </Button>
        ) : null
      }
    >
      <DataList
        name="bundles"
        label={bundles.label}
        columns={columnsOf(texts, money)}
        query={useInfiniteQuery(bundlesQuery(filters))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/bundles/${encodeURIComponent(id)}`}
        onClear={isFiltered(filters) ? () => void navigate({ search: {}, replace: true }) : undefined}
        empty={{
          title: texts.noBundles,
          text: texts.noBundlesText,
          guide: 'dashboard-products.md',
          onAdd: mayChange ? add : undefined,
        }}
        csv={{ kind: 'bundles', query: { archived: String(filters.archived === 'true') } }}
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
        <NewBundleDialog
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
): readonly Column<Bundle>[] {
  return [
    { id: 'name', label: texts.name, show: ({ name }) => name },
    { id: 'status', label: texts.status, show: (bundle) => <ItemStatus item={bundle} /> },
    { id: 'products', label: texts.bundleProducts, show: ({ productIds }) => productIds.join(', ') },
    {
      id: 'price',
      label: texts.price,
      isNumber: true,
      show: ({ variations }) => {
        const [first] = Object.entries(variations[0]?.prices ?? {});
        return first === undefined ? texts.noPrice : money(first[1], first[0]);
      },
    },
    { id: 'id', label: texts.id, isExtra: true, show: ({ id }) => id },
    { id: 'changed', label: texts.changed, show: ({ updatedAt }) => <Moment at={updatedAt} /> },
  ];
}
