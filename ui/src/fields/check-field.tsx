import './fields.css';
import { Input, Text } from '@mantine/core';
import { type ChangeEvent, useId } from 'react';
import classes from './check-field.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly checked?: boolean;
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly error?: string | undefined;
}

/** A checkbox with its message. (The browser's own: that of Mantine weighs 3 KB.) */
export function CheckField({
  label,
  description,
  isDisabled = false,
  isRequired = false,
  error,
  ...input
}: CheckFieldProps) {
  const id = useId();
  const notes = [description === undefined ? undefined : `${id}-note`, error && `${id}-error`];
  return (
    <div className={classes.field}>
      <input
        type="checkbox"
        id={id}
        className={classes.box}
        disabled={isDisabled}
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={notes.filter(Boolean).join(' ') || undefined}
        {...input}
      />
      <Text component="label" htmlFor={id} size="sm" className={classes.label}>
        {label}
      </Text>
      {description === undefined ? null : (
        <Text id={`${id}-note`} size="sm" c="dimmed" className={classes.note}>
          {description}
        </Text>
      )}
      {error === undefined ? null : (
        <Input.Error id={`${id}-error`} size="md" className={classes.note}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
