import './fields.css';
import { InputBase, type NativeSelectProps } from '@mantine/core';
import { decoration } from '../icons.tsx';
import { IconChevronDown } from '@tabler/icons-react';

const ChevronIcon = decoration(IconChevronDown);

interface SelectFieldProps extends Omit<NativeSelectProps, 'data'> {
  /** An option without a label is its own. */
  readonly options: readonly (string | { readonly value: string; readonly label: string })[];
}

/** A choice among the fields of a form: the browser's own. (That of Mantine weighs 1.5 KB more.) */
export function SelectField({ options, ...props }: SelectFieldProps) {
  return (
    <InputBase
      component="select"
      pointer
      rightSection={<ChevronIcon size={18} />}
      rightSectionPointerEvents="none"
      {...props}
    >
      {options.map((option) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </InputBase>
  );
}
