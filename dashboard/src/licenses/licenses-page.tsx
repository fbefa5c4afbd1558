import type { components } from '@latchkey/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { LicenseStatus } from '../parts/states.tsx';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { licenseFiltersIn, type LicenseFilters, licensesQuery } from './license-queries.ts';

type License = components['schemas']['License'];

const route = getRouteApi('/frame/licenses');

/** Finds a license by its key or its owner, and shows the newest ones. */
export function LicensesPage() {
  const texts = useTexts();
  const { licenses } = texts;
  const filters = licenseFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const change = (next: LicenseFilters) => void navigate({ search: { ...filters, ...next }, replace: true });
  return (
    <Page title={licenses.label}>
      <DataList
        name="licenses"
        label={licenses.label}
        columns={columnsOf(texts)}
        query={useInfiniteQuery(licensesQuery(filters))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/licenses/${id}`}
        onClear={isFiltered(filters) ? () => void navigate({ search: {}, replace: true }) : undefined}
        empty={{ title: licenses.empty, text: licenses.emptyText }}
        filters={
          <>
            <TextFilter
              label={licenses.key}
              value={filters.keyCode}
              onChange={(keyCode) => {
                change({ keyCode });
              }}
            />
            <TextFilter
              label={licenses.email}
              value={filters.email}
              onChange={(email) => {
                change({ email });
              }}
            />
            <ChoiceFilter
              label={licenses.status}
              value={filters.status}
              options={licenses.statuses}
              onChange={(status) => {
                change({ status });
              }}
            />
          </>
        }
      />
    </Page>
  );
}

function columnsOf({ licenses }: DashboardTexts): readonly Column<License>[] {
  return [
    { id: 'product', label: licenses.product, show: ({ productId }) => productId },
    { id: 'key', label: licenses.key, isExtra: true, show: ({ keyCode }) => keyCode },
    { id: 'status', label: licenses.status, show: ({ status }) => <LicenseStatus status={status} /> },
    {
      id: 'seats',
      label: licenses.seats,
      isNumber: true,
      show: ({ activeNumberOfActivations, maxNumberOfActivations }) =>
        licenses.seatsOf(activeNumberOfActivations, maxNumberOfActivations),
    },
    { id: 'created', label: licenses.created, show: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'expires',
      label: licenses.expires,
      show: ({ expiresAt }) => (expiresAt === undefined ? licenses.never : <Moment at={expiresAt} />),
    },
  ];
}
