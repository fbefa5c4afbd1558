import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, TextFilter } from '../list/filters.tsx';
import { sortingOf } from '../list/sorting.ts';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ResetDialog } from './reset-dialog.tsx';
import type { TrialTexts } from './trial-en.ts';
import {
  type Trial,
  trialFiltersIn,
  type TrialFilters,
  trialListQuery,
  trialSortFields,
  trialsQueryOf,
} from './trial-queries.ts';
import { TrialStatus } from './trial-status.tsx';
import { useTrialTexts } from './trial-texts.ts';

const route = getRouteApi('/frame/trials');

/** Finds a trial by its device, its product or its customer, and lets it begin again. */
export function TrialsPage() {
  const { products, trials } = useTexts();
  const texts = useTrialTexts();
  const session = useSession();
  const filters = trialFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const mayReset = mayDo(session, 'trials:write');
  const mayReadCustomers = mayDo(session, 'customers:read');
  const [trial, setTrial] = useState<Trial>();
  const change = (next: TrialFilters) => {
    void navigate({ search: { ...filters, ...next }, replace: true });
  };
  const actionsOn = (each: Trial) =>
    each.resetAt !== undefined
      ? []
      : [
          {
            label: texts.reset,
            name: texts.resetOf(each.productId, each.deviceName),
            run: () => {
              setTrial(each);
            },
          },
        ];
  return (
    <Page title={trials.label}>
      <DataList
        name="trials"
        label={trials.label}
        columns={columnsOf(texts, mayReadCustomers)}
        query={useInfiniteQuery(trialListQuery(filters))}
        keyOf={({ id }) => id}
        actions={mayReset ? actionsOn : undefined}
        onClear={
          isFiltered(filters)
            ? () => {
                void navigate({ search: { sort: filters.sort }, replace: true });
              }
            : undefined
        }
        sorting={sortingOf(filters.sort, trialSortFields(filters), change)}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'dashboard-licenses.md',
          start: mayDo(session, 'products:read') ? { to: '/products', label: products.label } : undefined,
        }}
        csv={{ kind: 'trials', query: trialsQueryOf(filters) }}
        filters={<FilterFields filters={filters} onChange={change} />}
      />
      {trial === undefined ? null : (
        <ResetDialog
          trial={trial}
          onClose={() => {
            setTrial(undefined);
          }}
        />
      )}
    </Page>
  );
}

interface FilterFieldsProps {
  readonly filters: TrialFilters;
  readonly onChange: (next: TrialFilters) => void;
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { trials } = useTexts();
  const texts = useTrialTexts();
  const fields = [
    { name: 'device', label: texts.signature },
    { name: 'email', label: texts.email },
    { name: 'product', label: texts.productId },
  ] as const;
  return (
    <>
      {fields.map(({ name, label }) => (
        <TextFilter
          key={name}
          label={label}
          value={filters[name]}
          onChange={(value) => {
            onChange({ [name]: value });
          }}
        />
      ))}
      <ChoiceFilter
        label={texts.status}
        value={filters.status}
        options={trials.statuses}
        onChange={(status) => {
          onChange({ status });
        }}
      />
    </>
  );
}

function columnsOf(texts: TrialTexts, mayReadCustomers: boolean): readonly Column<Trial>[] {
  return [
    { id: 'device', label: texts.device, show: ({ deviceName }) => deviceName },
    { id: 'product', label: texts.product, show: ({ productId }) => productId },
    {
      id: 'status',
      label: texts.status,
      show: ({ status, resetAt }) =>
        resetAt === undefined ? <TrialStatus status={status} /> : texts.isReset,
    },
    { id: 'owner', label: texts.owner, show: (trial) => ownerOf(trial, texts, mayReadCustomers) },
    {
      id: 'created',
      label: texts.started,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { id: 'expires', label: texts.ends, show: ({ expiresAt }) => <Moment at={expiresAt} /> },
    {
      id: 'seen',
      label: texts.lastSeen,
      isExtra: true,
      show: ({ lastValidatedAt }) => <Moment at={lastValidatedAt} />,
    },
    {
      id: 'signature',
      label: texts.signature,
      isExtra: true,
      show: ({ deviceSignature }) => deviceSignature,
    },
  ];
}

function ownerOf({ ownerId, deviceName }: Trial, texts: TrialTexts, mayReadCustomers: boolean) {
  if (ownerId === undefined) return texts.anonymous;
  if (!mayReadCustomers) return ownerId;
  return (
    <Link
      to="/customers/$customerId"
      params={{ customerId: ownerId }}
      className={links.link ?? ''}
      aria-label={texts.ownerOf(deviceName)}
    >
      {texts.open}
    </Link>
  );
}
