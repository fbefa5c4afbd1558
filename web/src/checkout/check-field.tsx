import '../ui/fields.css';
import { Input, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { CheckboxProps } from '../ui/use-form-fields.ts';
import classes from './check-field.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly isDisabled: boolean;
  readonly isRequired?: boolean;
  /** From `checkbox` of the form's fields. */
  readonly box: CheckboxProps;
}

/** A checkbox with its message. (The browser's own: that of Mantine weighs 3 KB.) */
export function CheckField({ label, description, isDisabled, isRequired = false, box }: CheckFieldProps) {
  const id = useId();
  const { error, ...input } = box;
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
