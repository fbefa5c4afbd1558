import { Text, TextInput } from '@mantine/core';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { Section } from '../parts/section.tsx';
import type { ImportField } from './import-fields.ts';
import type { ImportTexts } from './import-en.ts';
import { useImportTexts } from './import-texts.ts';
import { type Choice, type Choices, type Column, DATE_FORMATS, gapsOf, meaningOf } from './mapping.ts';
import classes from './mapping-section.module.css';

interface MappingSectionProps {
  readonly fields: readonly ImportField[];
  readonly columns: readonly Column[];
  readonly choices: Choices;
  readonly isDisabled: boolean;
  readonly onChange: (choices: Choices) => void;
}

/** Where each field comes from: a column of the list, or the same value for every line. */
export function MappingSection({ fields, columns, choices, isDisabled, onChange }: MappingSectionProps) {
  const texts = useImportTexts();
  const { missing, unused } = gapsOf(fields, choices, columns);
  const nameOf = ({ path }: ImportField) => texts.fields[path] ?? path;
  return (
    <Section title={texts.columns}>
      <Text size="sm" mb="sm">
        {texts.columnsText}
      </Text>
      <fieldset disabled={isDisabled} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <div className={classes.fields}>
          {fields.map((field) => (
            <Field
              key={field.path}
              field={field}
              columns={columns}
              choice={choices[field.path] ?? {}}
              onChange={(choice) => {
                onChange({ ...choices, [field.path]: choice });
              }}
            />
          ))}
        </div>
      </fieldset>
      {unused.length === 0 ? null : (
        <Text size="sm" mt="sm" c="dimmed">
          {texts.unused(unused.map(({ name }) => name).join(', '))}
        </Text>
      )}
      {missing.length === 0 ? null : (
        <Text size="sm" mt="sm" fw={600}>
          {texts.missing(missing.map(nameOf).join(', '))}
        </Text>
      )}
    </Section>
  );
}

interface FieldProps {
  readonly field: ImportField;
  readonly columns: readonly Column[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

const ALWAYS = 'value';
const COLUMN = 'column:';

function Field({ field, columns, choice, onChange }: FieldProps) {
  const texts = useImportTexts();
  const name = texts.fields[field.path] ?? field.path;
  const column = columns.find((each) => each.name === choice.column);
  const source = column !== undefined ? COLUMN + column.name : choice.value !== undefined ? ALWAYS : '';
  return (
    <div className={classes.field}>
      <SelectField
        size="xs"
        label={field.isRequired === true ? texts.required(name) : name}
        value={source}
        options={[
          { value: '', label: texts.none },
          { value: ALWAYS, label: texts.always },
          ...columns.map((each) => ({ value: COLUMN + each.name, label: each.name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value.startsWith(COLUMN)) onChange({ column: value.slice(COLUMN.length) });
          else onChange(value === ALWAYS ? { value: field.value ?? '' } : {});
        }}
      />
      {source === ALWAYS ? (
        <TextInput
          size="xs"
          label={texts.valueOf(name)}
          value={choice.value}
          onChange={({ currentTarget: { value } }) => {
            onChange({ value });
          }}
        />
      ) : null}
      {column === undefined ? null : (
        <ColumnForm field={field} name={name} column={column} choice={choice} onChange={onChange} />
      )}
    </div>
  );
}

interface ColumnFormProps extends Omit<FieldProps, 'columns'> {
  readonly name: string;
  readonly column: Column;
}

/** How the texts of a column are read, and one of them. */
function ColumnForm({ field, name, column, choice, onChange }: ColumnFormProps) {
  const texts = useImportTexts();
  return (
    <>
      {column.example === '' ? null : (
        <Text size="xs" c="dimmed" truncate>
          {texts.example(column.example)}
        </Text>
      )}
      {field.form === 'moment' ? (
        <SelectField
          size="xs"
          label={texts.formatOf(name)}
          value={choice.format ?? ''}
          options={[
            { value: '', label: texts.iso },
            ...DATE_FORMATS.map((value) => ({ value, label: formatLabel(value, texts) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            onChange({ ...choice, format: value === '' ? undefined : value });
          }}
        />
      ) : null}
      {field.form === 'meaning' && column.texts !== undefined && column.texts.length > 0 ? (
        <details>
          <summary>{texts.meanings(name)}</summary>
          <div className={classes.meanings}>
            <Text size="xs">{texts.meaningText}</Text>
            {column.texts.map((text) => (
              <TextInput
                key={text}
                size="xs"
                label={text}
                value={meaningOf(choice.meanings ?? {}, text)}
                onChange={({ currentTarget: { value } }) => {
                  onChange({ ...choice, meanings: { ...choice.meanings, [text]: value } });
                }}
              />
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}

function formatLabel(format: string, { unix }: ImportTexts): string {
  return format === 'unix' || format === 'unix-ms' ? unix[format] : format;
}
