import '@mantine/core/styles/Fieldset.layer.css';
import { Fieldset, Input, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import classes from './item-checks.module.css';

interface ItemChecksProps {
  readonly label: string;
  readonly description?: string;
  readonly items: readonly { readonly key: string; readonly name: string }[];
  /** The keys of the items, one a line. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
}

/** Any number of items, as boxes. One that is no longer in the list stays chosen, and can be taken out. */
export function ItemChecks({ label, description, items, value, onChange, error }: ItemChecksProps) {
  const id = useId();
  const keys = value.split('\n').filter((key) => key !== '');
  const others = keys
    .filter((key) => !items.some((item) => item.key === key))
    .map((key) => ({ key, name: key.slice(key.indexOf('/') + 1) }));
  return (
    <Fieldset
      legend={label}
      className={classes.items ?? ''}
      aria-describedby={error === undefined ? undefined : id}
    >
      {description === undefined ? null : (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      {[...items, ...others].map(({ key, name }) => (
        <CheckField
          key={key}
          label={name}
          checked={keys.includes(key)}
          onChange={({ currentTarget }) => {
            const rest = keys.filter((each) => each !== key);
            onChange((currentTarget.checked ? [...rest, key] : rest).join('\n'));
          }}
        />
      ))}
      {error === undefined ? null : <Input.Error id={id}>{error}</Input.Error>}
    </Fieldset>
  );
}
