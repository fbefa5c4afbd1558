import type { components } from '@latchkey/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, DayFilters, TextFilter } from '../list/filters.tsx';
import { sortingOf } from '../list/sorting.ts';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Status } from '../parts/status.tsx';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import {
  customerFiltersIn,
  type CustomerFilters,
  customerSortFields,
  customersQuery,
  customersQueryOf,
} from './customer-queries.ts';

type Customer = components['schemas']['Customer'];

const route = getRouteApi('/frame/customers');

/** Finds a customer by any word of the name or the email, and shows the newest ones. */
export function CustomersPage() {
  const texts = useTexts();
  const { customers } = texts;
  const filters = customerFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const session = useSession();
  const { timeZone } = session.account;
  const change = (next: CustomerFilters) => void navigate({ search: { ...filters, ...next }, replace: true });
  const clear = () => void navigate({ search: { sort: filters.sort }, replace: true });
  return (
    <Page title={customers.label}>
      <DataList
        name="customers"
        news="customer"
        label={customers.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(customersQuery(filters, timeZone))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/customers/${id}`}
        onClear={isFiltered(filters) ? clear : undefined}
        sorting={sortingOf(filters.sort, customerSortFields(filters), change)}
        empty={{
          title: customers.empty,
          text: customers.emptyText,
          guide: 'dashboard-customers.md',
          start: mayDo(session, 'customers:write')
            ? { to: '/import', label: texts.imports.label }
            : undefined,
        }}
        csv={{ kind: 'customers', query: customersQueryOf(filters, timeZone), isPersonal: true }}
        filters={
          <>
            <TextFilter
              label={customers.search}
              value={filters.search}
              onChange={(search) => {
                change({ search });
              }}
            />
            <ChoiceFilter
              label={customers.status}
              value={filters.status}
              options={customers.statuses}
              onChange={(status) => {
                change({ status });
              }}
            />
            <DayFilters value={filters} onChange={change} />
          </>
        }
      />
    </Page>
  );
}

function columnsOf({ customers }: DashboardTexts): readonly Column<Customer>[] {
  return [
    { id: 'name', label: customers.name, show: ({ name, email }) => name ?? email },
    { id: 'email', label: customers.email, sortField: 'email', show: ({ email }) => email },
    {
      id: 'status',
      label: customers.status,
      show: ({ isDeleted }) => (
        <Status tone={isDeleted ? 'off' : 'good'}>
          {isDeleted ? customers.statuses.Deleted : customers.statuses.Active}
        </Status>
      ),
    },
    {
      id: 'products',
      label: customers.products,
      isNumber: true,
      show: ({ ownedProducts }) => ownedProducts.length,
    },
    { id: 'company', label: customers.company, isExtra: true, show: ({ businessName }) => businessName },
    { id: 'country', label: customers.country, isExtra: true, show: ({ address }) => address?.countryCode },
    {
      id: 'since',
      label: customers.since,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
}
