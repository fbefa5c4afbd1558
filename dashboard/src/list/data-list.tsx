import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import links from '../parts/text-link.module.css';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ColumnChoice } from './column-choice.tsx';
import type { CsvFile } from '../downloads/downloads.ts';
import { CsvButton } from './csv-button.tsx';
import classes from './data-list.module.css';
import { LoadMore } from './load-more.tsx';
import type { NewsKind } from '../live/concerns.ts';
import { NewsBar } from './news-bar.tsx';
import { SavedViews } from './saved-views.tsx';
import { SortChoice, SortHeader } from './sort-header.tsx';
import type { SortField, Sorting } from './sorting.ts';
import { useVisibleColumns } from './use-visible-columns.ts';

/** A column: its name, and what it shows of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly show: (row: Row) => ReactNode;
  /** Amounts and counts. */
  readonly isNumber?: boolean;
  /** Not shown until somebody chooses it. */
  readonly isExtra?: boolean;
  /** What the Core API calls it, if the list can be sorted by it. */
  readonly sortField?: SortField;
}

/** Something that can be done with a row. */
interface RowAction {
  readonly label: string;
  /** The same with the name of the row, for those who hear it. */
  readonly name: string;
  readonly run: () => void;
  readonly isDisabled?: boolean;
}

/** Rows that somebody chooses, to do something with all of them. */
interface Selection<Row> {
  /** The keys of the rows. */
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** What a row is called, for those who hear it. */
  readonly nameOf: (row: Row) => string;
}

/** A page of a list of the Core API. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** What is said where nothing is yet: what will be there, what leads to it, and where the guide says more. */
interface EmptyList {
  readonly title: string;
  readonly text: string;
  /** Absent: the page leads there. */
  readonly guide?: `${string}.md`;
  /** Begins the first row; absent: the role does not include it, or it begins elsewhere. */
  readonly onAdd?: (() => void) | undefined;
  /** The page where it begins, by its name; absent: here, or nobody has to do anything. */
  readonly start?: { readonly to: string; readonly label: string } | undefined;
}

export interface DataListProps<Row> {
  /** Names the list to screen readers, and the chosen columns in this browser. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  readonly keyOf: (row: Row) => string;
  /** The page of a row; absent: it has none. */
  readonly linkTo?: (row: Row) => string;
  /** What can be done with a row, as buttons at its end. */
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Lets people choose rows with boxes before them. */
  readonly selection?: Selection<Row> | undefined;
  /** The fields of the filters, which the page keeps in its address. Absent for short lists, which show every column. */
  readonly filters?: ReactNode;
  /** The list as a CSV file with exactly these filters; absent: there is none. */
  readonly csv?: CsvFile;
  /** What the server tells about the rows while the list is open; absent: nothing. */
  readonly news?: NewsKind;
  /** Its order; absent: it has only one. */
  readonly sorting?: Sorting;
  /** How many rows there are, where that is known; absent: it is not. */
  readonly total?: number;
  /** Clears the filters; absent: none is set. */
  readonly onClear?: (() => void) | undefined;
  readonly empty: EmptyList;
}

/**
 * A list with everything that a person meets in one: while it loads, when it fails, when the role does not include it,
 * when nothing is there or nothing matches, one row and a million, page by page.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { list } = useTexts();
  const { name, label, columns, filters, csv, sorting, news, query, onClear } = props;
  const { visible, toggle } = useVisibleColumns(name, columns);
  const hasRows = query.data?.pages.some(({ items }) => items.length > 0) === true;
  if (isProblem(props.query.error, 'Forbidden'))
    return <EmptyState title={list.forbidden} text={list.forbiddenText} />;
  return (
    <div className={classes.list}>
      {filters === undefined && (csv === undefined || !hasRows) ? null : (
        <div className={classes.tools}>
          {filters}
          {sorting === undefined ? null : <SortChoice labels={sortLabels(columns)} sorting={sorting} />}
          {onClear === undefined ? null : (
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              {list.clear}
            </Button>
          )}
          <div className={classes.choices}>
            {filters === undefined ? null : (
              <>
                <SavedViews list={name} />
                <ColumnChoice columns={columns} visible={visible} onToggle={toggle} />
              </>
            )}
            {csv === undefined ? null : <CsvButton {...csv} name={label} />}
          </div>
        </div>
      )}
      <Content {...props} columns={columns.filter(({ id }) => visible.has(id))} />
      {news === undefined ? null : <NewsBar kind={news} onShow={() => void query.refetch()} />}
    </div>
  );
}

function sortLabels<Row>(columns: readonly Column<Row>[]): Partial<Record<SortField, string>> {
  return Object.fromEntries(
    columns.flatMap(({ sortField, label }) => (sortField === undefined ? [] : [[sortField, label]])),
  );
}

function Header<Row>({
  column,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}) {
  const { label, isNumber, sortField } = column;
  if (sortField !== undefined && sorting?.fields.includes(sortField) === true)
    return <SortHeader label={label} field={sortField} isNumber={isNumber} sorting={sorting} />;
  return (
    <th scope="col" data-number={isNumber}>
      {label}
    </th>
  );
}

function Content<Row>(props: DataListProps<Row>) {
  const { list } = useTexts();
  const { query, empty, onClear } = props;
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.error !== null && rows.length === 0) {
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Placeholder label={list.loading} />;
  if (rows.length === 0) {
    return onClear === undefined ? (
      <EmptyState {...empty} action={<FirstStep {...empty} />} />
    ) : (
      <EmptyState title={list.noMatch} text={list.noMatchText} />
    );
  }
  return (
    <>
      <Rows {...props} rows={rows} />
      <Foot query={query} count={rows.length} total={props.total} />
    </>
  );
}

function FirstStep({ onAdd, start }: Pick<EmptyList, 'onAdd' | 'start'>) {
  const { list } = useTexts();
  if (onAdd !== undefined) {
    return (
      <Button size="xs" data-first-step="true" onClick={onAdd}>
        {list.addFirst}
      </Button>
    );
  }
  return start === undefined ? null : (
    <Link to={start.to} className={links.link ?? ''}>
      {list.goTo(start.label)}
    </Link>
  );
}

function Rows<Row>({
  label,
  columns,
  rows,
  keyOf,
  linkTo,
  selection,
  sorting,
  actions,
}: DataListProps<Row> & { readonly rows: readonly Row[] }) {
  const { list } = useTexts();
  return (
    <div className={classes.surface}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" data-box>
                <AllBox ids={rows.map(keyOf)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.id} column={column} sorting={sorting} />
            ))}
            {actions === undefined ? null : (
              <th scope="col">
                <VisuallyHidden>{list.actions}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {selection === undefined ? null : (
                <td data-box data-label={list.selected}>
                  <RowBox row={row} id={keyOf(row)} selection={selection} />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  data-main={index === 0 ? true : undefined}
                  data-number={column.isNumber}
                  data-label={column.label}
                >
                  {index === 0 && linkTo !== undefined ? (
                    <Link to={linkTo(row)} className={classes.link ?? ''}>
                      {column.show(row)}
                    </Link>
                  ) : (
                    column.show(row)
                  )}
                </td>
              ))}
              {actions === undefined ? null : (
                <td>
                  <RowActions actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowBoxProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly selection: Selection<Row>;
}

interface AllBoxProps<Row> {
  readonly ids: readonly string[];
  readonly selection: Selection<Row>;
}

function RowBox<Row>({ row, id, selection: { keys, onChange, nameOf } }: RowBoxProps<Row>) {
  const { list } = useTexts();
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={list.select(nameOf(row))}
      checked={keys.has(id)}
      onChange={({ currentTarget }) => {
        const next = new Set(keys);
        if (currentTarget.checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
  );
}

/** Chooses every row that is shown, or none. */
function AllBox<Row>({ ids, selection: { keys, onChange } }: AllBoxProps<Row>) {
  const { list } = useTexts();
  const count = ids.filter((id) => keys.has(id)).length;
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={list.selectAll}
      ref={(box) => {
        if (box !== null) box.indeterminate = count > 0 && count < ids.length;
      }}
      checked={count === ids.length}
      onChange={({ currentTarget }) => {
        onChange(new Set(currentTarget.checked ? ids : []));
      }}
    />
  );
}

function RowActions({ actions }: { readonly actions: readonly RowAction[] }) {
  return (
    <div className={classes.actions}>
      {actions.map(({ label, name, run, isDisabled = false }) => (
        <Button
          key={label}
          variant="default"
          size="compact-xs"
          aria-label={name}
          disabled={isDisabled}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface FootProps<Row> extends Pick<DataListProps<Row>, 'query'> {
  readonly count: number;
  readonly total: number | undefined;
}

function Foot<Row>({ query, count, total }: FootProps<Row>) {
  const { list } = useTexts();
  return (
    <div className={classes.foot}>
      <output>
        {total !== undefined && query.hasNextPage
          ? list.loadedOf(count, total)
          : list.loaded(count, !query.hasNextPage)}
      </output>
      <LoadMore query={query} />
    </div>
  );
}

const PLACEHOLDERS = ['1', '2', '3', '4', '5', '6'];

function Placeholder({ label }: { readonly label: string }) {
  return (
    <output className={classes.placeholder} aria-label={label}>
      {PLACEHOLDERS.map((id) => (
        <Skeleton key={id} height={32} />
      ))}
    </output>
  );
}
