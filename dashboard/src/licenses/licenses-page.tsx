import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Owned } from '../customers/owned-rows.ts';
import { useAddressDialog } from '../form/use-address-dialog.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { sortingOf } from '../list/sorting.ts';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { LicenseStatus } from '../parts/states.tsx';
import { mayDo, useSession } from '../session/session.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { IssueDialog } from './issue-dialog.tsx';
import {
  licenseFiltersIn,
  type LicenseFilters,
  licenseSortFields,
  licensesQuery,
  licensesQueryOf,
} from './license-queries.ts';
import { ManyDialog } from './many-dialog.tsx';

type License = Owned<components['schemas']['License']>;

const route = getRouteApi('/frame/licenses');

const NONE: ReadonlySet<string> = new Set();

/** Finds a license by its key or its owner, and shows the newest ones. */
export function LicensesPage() {
  const texts = useTexts();
  const { licenses } = texts;
  const filters = licenseFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [task, setTask] = useState<'Change' | 'Message'>();
  const [keys, setKeys] = useState<ReadonlySet<string>>(NONE);
  const [isIssuing, setIsIssuing] = useAddressDialog('new');
  const session = useSession();
  const mayChange = mayDo(session, 'licenses:write');
  const mayIssue = mayChange && mayDo(session, 'products:read');
  const change = (next: LicenseFilters) => {
    // What is not shown is not changed.
    setKeys(NONE);
    void navigate({ search: { ...filters, ...next }, replace: true });
  };
  const issue = () => {
    setIsIssuing(true);
  };
  return (
    <Page
      title={licenses.label}
      aside={
        <>
          {mayIssue ? (
            <Button size="xs" onClick={issue}>
              {licenses.issue}
            </Button>
          ) : null}
          {isFiltered(filters) || keys.size > 0 ? (
            <ManyButtons count={keys.size} mayChange={mayChange} onTask={setTask} />
          ) : null}
        </>
      }
    >
      {isIssuing ? (
        <IssueDialog
          onClose={() => {
            setIsIssuing(false);
          }}
        />
      ) : null}
      {task === undefined ? null : (
        <ManyDialog
          task={task}
          filters={filters}
          {...(keys.size > 0 && { selectedIds: [...keys] })}
          onClose={() => {
            setTask(undefined);
            setKeys(NONE);
          }}
        />
      )}
      <DataList
        name="licenses"
        news="license"
        label={licenses.label}
        columns={columnsOf(texts, mayDo(session, 'customers:read'))}
        query={useInfiniteQuery(licensesQuery(filters))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/licenses/${id}`}
        selection={
          mayChange
            ? {
                keys,
                onChange: setKeys,
                nameOf: ({ productId, keyCode, id }) => keyCode ?? `${productId} ${id}`,
              }
            : undefined
        }
        onClear={
          isFiltered(filters)
            ? () => {
                setKeys(NONE);
                void navigate({ search: { sort: filters.sort }, replace: true });
              }
            : undefined
        }
        sorting={sortingOf(filters.sort, licenseSortFields(filters), change)}
        empty={{
          title: licenses.empty,
          text: licenses.emptyText,
          guide: 'dashboard-licenses.md',
          onAdd: mayIssue ? issue : undefined,
        }}
        csv={{ kind: 'licenses', query: licensesQueryOf(filters) }}
        filters={<FilterFields filters={filters} onChange={change} />}
      />
    </Page>
  );
}

interface ManyButtonsProps {
  /** How many licenses are chosen; 0: all that the filters match. */
  readonly count: number;
  readonly mayChange: boolean;
  readonly onTask: (task: 'Change' | 'Message') => void;
}

/** What can be done with several licenses. */
function ManyButtons({ count, mayChange, onTask }: ManyButtonsProps) {
  const { licenses } = useTexts();
  const mayWrite = mayDo(useSession(), 'customers:write');
  if (!mayChange) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          onTask('Change');
        }}
      >
        {count > 0 ? licenses.changeSelected(count) : licenses.changeAll}
      </Button>
      {mayWrite ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            onTask('Message');
          }}
        >
          {count > 0 ? licenses.messageSelected(count) : licenses.messageAll}
        </Button>
      ) : null}
    </>
  );
}

interface FilterFieldsProps {
  readonly filters: LicenseFilters;
  readonly onChange: (next: LicenseFilters) => void;
}

function FilterFields({ filters, onChange: change }: FilterFieldsProps) {
  const { licenses } = useTexts();
  return (
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
      <TextFilter
        label={licenses.productId}
        value={filters.productFilter}
        onChange={(productFilter) => {
          change({ productFilter });
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
  );
}

function columnsOf({ licenses }: DashboardTexts, hasOwners: boolean): readonly Column<License>[] {
  return [
    { id: 'product', label: licenses.product, show: ({ productId }) => productId },
    ...(hasOwners
      ? [{ id: 'owner', label: licenses.owner, show: ({ owner }: License) => owner?.name ?? owner?.email }]
      : []),
    { id: 'key', label: licenses.key, isExtra: true, show: ({ keyCode }) => keyCode },
    { id: 'status', label: licenses.status, show: ({ status }) => <LicenseStatus status={status} /> },
    {
      id: 'seats',
      label: licenses.seats,
      isNumber: true,
      show: ({ activeNumberOfActivations, maxNumberOfActivations }) =>
        licenses.seatsOf(activeNumberOfActivations, maxNumberOfActivations),
    },
    {
      id: 'created',
      label: licenses.created,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'expires',
      label: licenses.expires,
      show: ({ expiresAt }) => (expiresAt === undefined ? licenses.never : <Moment at={expiresAt} />),
    },
  ];
}
