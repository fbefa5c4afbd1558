import '@latchkey/ui/fields/fields.css';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { oneOf } from './filter-search.ts';
import classes from './sort-header.module.css';
import {
  directionOf,
  fieldOf,
  sortAfter,
  type SortField,
  type Sorting,
  SORTS,
  sortIn,
  sortsOf,
} from './sorting.ts';

interface SortHeaderProps {
  readonly label: string;
  readonly field: SortField;
  readonly isNumber?: boolean | undefined;
  readonly sorting: Sorting;
}

const ARROWS = { ascending: '↑', descending: '↓', none: '↕' };

/** The header of a column: a click sorts the whole list by it, the next one the other way round. */
export function SortHeader({ label, field, isNumber, sorting: { sort, onChange } }: SortHeaderProps) {
  const direction = directionOf(sort, field);
  return (
    <th scope="col" data-number={isNumber} aria-sort={direction}>
      <button
        type="button"
        className={classes.button}
        onClick={() => {
          onChange(sortAfter(sort, field));
        }}
      >
        {label}{' '}
        <span aria-hidden="true" className={classes.arrow} data-on={direction !== 'none'}>
          {ARROWS[direction]}
        </span>
      </button>
    </th>
  );
}

interface SortChoiceProps {
  /** What the fields are called. */
  readonly labels: Readonly<Partial<Record<SortField, string>>>;
  readonly sorting: Sorting;
}

/** The same choice where the window is too narrow for headers. */
export function SortChoice({ labels, sorting: { sort, fields, onChange } }: SortChoiceProps) {
  const { list } = useTexts();
  const options = sortsOf(fields).flatMap((value) => {
    const label = labels[fieldOf(value)];
    return label === undefined ? [] : [{ value, label: list.sorted(label, value.startsWith('-')) }];
  });
  if (options.length === 0) return null;
  return (
    <SelectField
      className={classes.choice ?? ''}
      size="xs"
      label={list.sort}
      options={options}
      value={sort}
      onChange={({ currentTarget }) => {
        onChange(sortIn(oneOf(SORTS, currentTarget.value), fields));
      }}
    />
  );
}
