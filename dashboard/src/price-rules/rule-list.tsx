import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataList, type DataListProps, type ListPage } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { RuleStepDialog, type RuleKind, type RuleStep } from './rule-step-dialog.tsx';
import type { RuleFilters } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
}

interface RuleListProps<Row extends Rule> {
  readonly kind: RuleKind;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  readonly filters: RuleFilters;
  readonly onFilter: (filters: RuleFilters) => void;
  readonly linkTo?: (row: Row) => string;
  readonly empty: DataListProps<Row>['empty'];
  /** What else can be done with a row. */
  readonly actions?: (row: Row) => readonly { label: string; name: string; run: () => void }[];
}

/** Discounts, offers, promotions or coupons: those in use or those that are switched off, with a button that changes it. */
export function RuleList<Row extends Rule>({
  kind,
  filters,
  onFilter,
  actions,
  ...list
}: RuleListProps<Row>) {
  const texts = useRuleTexts();
  const [task, setTask] = useState<{ readonly step: RuleStep; readonly row: Rule }>();
  const mayChange = mayDo(useSession(), kind === 'coupons' ? 'coupons:write' : 'products:write');
  const stepOn = (row: Row) => {
    const step: RuleStep = row.isArchived ? 'restore' : 'archive';
    return {
      label: texts[step],
      name: texts.stepOf[step](row.name),
      run: () => {
        setTask({ step, row });
      },
    };
  };
  return (
    <>
      <DataList
        {...list}
        name={kind}
        keyOf={({ id }) => id}
        onClear={
          isFiltered(filters)
            ? () => {
                onFilter({});
              }
            : undefined
        }
        csv={{ kind, query: { archived: String(filters.archived === 'true') } }}
        filters={
          <ChoiceFilter
            label={texts.shown}
            value={filters.archived}
            unset={texts.inUse}
            options={{ true: texts.switchedOff }}
            onChange={(archived) => {
              onFilter({ archived });
            }}
          />
        }
        actions={(row) => [...(actions?.(row) ?? []), ...(mayChange ? [stepOn(row)] : [])]}
      />
      {task === undefined ? null : (
        <RuleStepDialog
          kind={kind}
          step={task.step}
          rule={task.row}
          onClose={() => {
            setTask(undefined);
          }}
        />
      )}
    </>
  );
}
