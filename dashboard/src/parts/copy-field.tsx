import '@latchkey/ui/fields/fields.css';
import { Button, TextInput } from '@mantine/core';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './copy-field.module.css';
import { useCopy } from './use-copy.ts';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
}

/** A text to pass on, which one click copies; where the browser forbids that, it can be selected. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const { actions } = useTexts();
  const { isCopied, copy } = useCopy(value);
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        className={classes.text ?? ''}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
        }}
      />
      <Button variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? actions.copied : actions.copy}</span>
      </Button>
    </div>
  );
}
