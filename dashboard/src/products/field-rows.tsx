import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-rows.module.css';

interface FieldRowsProps<Row> {
  readonly texts: {
    readonly title: string;
    readonly text: string;
    readonly add: string;
    readonly remove: string;
    readonly removeOf: (position: number) => string;
  };
  readonly rows: readonly Row[];
  /** What is added. */
  readonly empty: Row;
  readonly onChange: (rows: readonly Row[]) => void;
  /** The fields of a row. */
  readonly children: (row: Row, onChange: (row: Row) => void) => ReactNode;
}

/** Rows of the same fields, which can be added and removed. */
export function FieldRows<Row>({ texts, rows, empty, onChange, children }: FieldRowsProps<Row>) {
  return (
    <Fieldset legend={texts.title} className={classes.rows ?? ''}>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      {rows.map((row, index) => (
        // Rows are told apart by nothing but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.row}>
          {children(row, (next) => {
            onChange(rows.map((each, place) => (place === index ? next : each)));
          })}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.removeOf(index + 1)}
            onClick={() => {
              onChange(rows.filter((_, place) => place !== index));
            }}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange([...rows, empty]);
          }}
        >
          {texts.add}
        </Button>
      </div>
    </Fieldset>
  );
}
