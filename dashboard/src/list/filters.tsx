import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { DayFilters as DayValues } from './day-filter.ts';

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Undefined: the filter is off. */
  readonly onChange: (value: string | undefined) => void;
}

const PAUSE_MS = 250;

/** A filter that people type into: it applies when they pause. */
export function TextFilter({ label, value = '', onChange }: FilterProps) {
  const [typed, setTyped] = useState({ text: value, before: value });
  // A filter that changes elsewhere, such as with the button that clears all, replaces what was typed.
  const isOwn = typed.text.trim() === value || typed.before === value;
  const router = useRouter();
  const apply = useDebouncedCallback((next: string, pathname: string) => {
    // Whoever has clicked on a row meanwhile does not come back to the list.
    if (router.latestLocation.pathname === pathname) onChange(next.trim() === '' ? undefined : next.trim());
  }, PAUSE_MS);
  return (
    <TextInput
      type="search"
      size="xs"
      label={label}
      value={isOwn ? typed.text : value}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, before: value });
        apply(currentTarget.value, router.latestLocation.pathname);
      }}
    />
  );
}

interface DayFiltersProps {
  readonly value: DayValues;
  /** Undefined: the filter is off. */
  readonly onChange: (value: DayValues) => void;
}

/** Filters with the first and the last day. */
export function DayFilters({ value, onChange }: DayFiltersProps) {
  const { list } = useTexts();
  return (
    <>
      <DayFilter
        label={list.from}
        value={value.from}
        onChange={(from) => {
          onChange({ from });
        }}
      />
      <DayFilter
        label={list.to}
        value={value.to}
        onChange={(to) => {
          onChange({ to });
        }}
      />
    </>
  );
}

function DayFilter({ label, value = '', onChange }: FilterProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? undefined : currentTarget.value);
      }}
    />
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** What each value is called. */
  readonly options: Readonly<Record<string, string>>;
  /** What it is called while it is off. */
  readonly unset?: string;
}

/** A filter with a few values, and with all of them. */
export function ChoiceFilter({ label, value = '', options, unset, onChange }: ChoiceFilterProps) {
  const { list } = useTexts();
  return (
    <SelectField
      size="xs"
      label={label}
      value={value}
      options={[
        { value: '', label: unset ?? list.all },
        ...Object.entries(options).map(([each, name]) => ({ value: each, label: name })),
      ]}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? undefined : currentTarget.value);
      }}
    />
  );
}
