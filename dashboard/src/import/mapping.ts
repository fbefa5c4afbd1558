import type { ImportField } from './import-fields.ts';

/** Where the value of a field comes from: a column with the form of its texts, or the same for every line. */
export interface Choice {
  readonly column?: string | undefined;
  readonly value?: string | undefined;
  /** Of moments, as in `latchkey import`; absent: ISO 8601. */
  readonly format?: string | undefined;
  /** What texts of the column mean, where that differs from the text. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
}

/** The choice for each field that gets a value, by its path. */
export type Choices = Readonly<Record<string, Choice>>;

/** A column: its name, and its different texts as far as they are few. */
export interface Column {
  readonly name: string;
  /** Different texts, `undefined` if there are too many to list. */
  readonly texts: readonly string[] | undefined;
  /** Some text of it. */
  readonly example: string;
}

/** The forms of dates that people choose from, besides ISO 8601. */
export const DATE_FORMATS = ['DD.MM.YYYY', 'DD.MM.YYYY HH:mm', 'DD/MM/YYYY', 'MM/DD/YYYY', 'unix', 'unix-ms'];

/** The column that each field probably means, by its name, and the form of its dates by an example. */
export function guessChoices(fields: readonly ImportField[], columns: readonly Column[]): Choices {
  const free = new Set(columns);
  const guesses = new Map<string, Choice>();
  const take = (field: ImportField, fits: (name: string) => boolean) => {
    const column = guesses.has(field.path) ? undefined : [...free].find(({ name }) => fits(plain(name)));
    if (column === undefined) return;
    free.delete(column);
    const format = field.form === 'moment' ? formatOf(column.example) : undefined;
    guesses.set(field.path, { column: column.name, ...(format !== undefined && { format }) });
  };
  // A column that is named as the field itself is not left to one that merely may be.
  for (const field of fields)
    take(field, (name) => name === plain(field.path) || name === lastOf(field.path));
  for (const field of fields) take(field, (name) => field.names?.includes(name) === true);
  for (const { path, value } of fields)
    if (value !== undefined && !guesses.has(path)) guesses.set(path, { value });
  return Object.fromEntries(guesses);
}

/** Letters and digits only, in lower case and without marks: `Gültig bis` is `gultigbis`. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function lastOf(path: string): string {
  return plain(path.split('.').at(-1) ?? '');
}

/** The form of a date; of `03/04/2026` nobody can say whether the day is first. */
function formatOf(text: string): string | undefined {
  if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text)) return 'DD.MM.YYYY';
  if (/^\d{1,2}\.\d{1,2}\.\d{4} \d{1,2}:\d\d$/.test(text)) return 'DD.MM.YYYY HH:mm';
  const slashes = /^(\d{1,2})\/\d{1,2}\/\d{4}$/.exec(text);
  if (slashes !== null) return Number(slashes[1]) > 12 ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
  if (/^\d{9,10}$/.test(text)) return 'unix';
  return /^\d{12,13}$/.test(text) ? 'unix-ms' : undefined;
}

/** A field of the mapping, as `latchkey import` takes it. */
type MappedField =
  | { readonly value: string }
  | {
      readonly column: string;
      readonly format?: string;
      readonly values?: Readonly<Record<string, string | null>>;
    };

/** The mapping that the API takes, as JSON. */
export function mappingOf(choices: Choices, columns: readonly Column[]): string {
  const fields = new Map<string, MappedField>();
  for (const [path, { column, value = '', format, meanings = {} }] of Object.entries(choices)) {
    if (column === undefined) {
      if (value !== '') fields.set(path, { value });
      continue;
    }
    const texts = columns.find(({ name }) => name === column)?.texts ?? [];
    const hasMeanings = texts.some((text) => meaningOf(meanings, text) !== text);
    const values = Object.fromEntries(texts.map((text) => [text, meaningOf(meanings, text) || null]));
    fields.set(path, {
      column,
      ...(format !== undefined && { format }),
      ...(hasMeanings && { values }),
    });
  }
  return JSON.stringify({ fields: Object.fromEntries(fields) });
}

/** What a text means: itself, if nothing else was typed; empty: nothing. */
export function meaningOf(meanings: Readonly<Record<string, string>>, text: string): string {
  return Object.hasOwn(meanings, text) ? (meanings[text] ?? text) : text;
}

/** The required fields that get no value, and the columns that no field reads. */
export function gapsOf(fields: readonly ImportField[], choices: Choices, columns: readonly Column[]) {
  const hasValue = ({ column, value }: Choice) => column !== undefined || (value ?? '') !== '';
  const sources = new Set(Object.values(choices).map(({ column }) => column));
  return {
    missing: fields.filter(({ path, isRequired = false }) => isRequired && !hasValue(choices[path] ?? {})),
    unused: columns.filter(({ name }) => !sources.has(name)),
  };
}
