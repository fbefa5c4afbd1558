import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, DayFilters, TextFilter } from '../list/filters.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import links from '../parts/text-link.module.css';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { actorName } from './actor-name.ts';
import type { AuditTexts } from './audit-en.ts';
import classes from './audit-log-page.module.css';
import {
  type AuditEvent,
  auditEventsQuery,
  type AuditFilters,
  auditFiltersIn,
  auditQueryOf,
} from './audit-queries.ts';
import { AuditSubjects } from './audit-subjects.tsx';
import { useAuditTexts } from './audit-texts.ts';
import { summaryOf } from './event-changes.ts';
import { EventDialog } from './event-dialog.tsx';

const route = getRouteApi('/frame/audit-log');

/** Who changed what and when: every event of the account that matches, newest first, and as CSV. */
export function AuditLogPage() {
  const { auditLog } = useTexts();
  const texts = useAuditTexts();
  const { timeZone } = useSession().account;
  const filters = auditFiltersIn(route.useSearch());
  const query = auditQueryOf(filters, timeZone);
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<AuditEvent>();
  const nameOf = (event: AuditEvent) => texts.types[event.type] ?? event.type;
  return (
    <Page title={auditLog.label}>
      <DataList
        name="audit-log"
        label={auditLog.label}
        columns={columnsOf(texts, nameOf)}
        query={useInfiniteQuery(auditEventsQuery(query))}
        keyOf={({ id }) => id}
        csv={{ kind: 'audit', query }}
        onClear={isFiltered(filters) ? () => void navigate({ search: {}, replace: true }) : undefined}
        empty={{ title: texts.empty, text: texts.emptyText, guide: 'dashboard-account.md' }}
        filters={
          <FilterFields
            filters={filters}
            onChange={(next) => void navigate({ search: { ...filters, ...next }, replace: true })}
          />
        }
        actions={(event) => [
          {
            label: texts.details,
            name: texts.detailsOf(nameOf(event)),
            run: () => {
              setOpen(event);
            },
          },
        ]}
      />
      {open === undefined ? null : (
        <EventDialog
          event={open}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </Page>
  );
}

interface FilterFieldsProps {
  readonly filters: AuditFilters;
  readonly onChange: (next: AuditFilters) => void;
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const texts = useAuditTexts();
  const types = Object.entries(texts.types).toSorted(([, a], [, b]) => a.localeCompare(b));
  return (
    <>
      <ChoiceFilter
        label={texts.by}
        value={filters.actorKind}
        options={texts.actors}
        onChange={(actorKind) => {
          // Somebody of another kind is nobody of this id.
          onChange({ actorKind, actorId: undefined });
        }}
      />
      <ChoiceFilter
        label={texts.type}
        value={filters.type}
        options={Object.fromEntries(types)}
        onChange={(type) => {
          onChange({ type });
        }}
      />
      <TextFilter
        label={texts.subject}
        value={filters.subject}
        onChange={(subject) => {
          onChange({ subject });
        }}
      />
      <DayFilters value={filters} onChange={onChange} />
    </>
  );
}

function columnsOf(texts: AuditTexts, nameOf: (event: AuditEvent) => string): readonly Column<AuditEvent>[] {
  return [
    {
      id: 'what',
      label: texts.what,
      show: (event) => (
        <span className={classes.what}>
          {nameOf(event)}
          <span className={classes.summary}>{summaryOf(event.data)}</span>
        </span>
      ),
    },
    { id: 'who', label: texts.who, show: ({ actor }) => <Who actor={actor} /> },
    {
      id: 'about',
      label: texts.about,
      show: ({ subjects }) =>
        subjects.length === 0 ? null : (
          <span className={classes.about}>
            <AuditSubjects subjects={subjects} />
          </span>
        ),
    },
    {
      id: 'when',
      label: texts.when,
      show: ({ occurredAt }) => (
        <span className={classes.when}>
          <Moment at={occurredAt} />
        </span>
      ),
    },
    { id: 'network', label: texts.network, isExtra: true, show: ({ addressGroup }) => addressGroup },
    { id: 'request', label: texts.request, isExtra: true, show: ({ requestId }) => requestId },
  ];
}

/** Who did it, with the way to everything else that they did. */
function Who({ actor }: Pick<AuditEvent, 'actor'>) {
  const texts = useAuditTexts();
  const name = actorName(actor, texts);
  if (actor.id === undefined) return name;
  return (
    <Link
      to="/audit-log"
      search={{ actorKind: actor.kind, actorId: actor.id }}
      title={texts.onlyOf(name)}
      className={links.link ?? ''}
    >
      {name}
    </Link>
  );
}
