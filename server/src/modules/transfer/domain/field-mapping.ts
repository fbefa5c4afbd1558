import type { FieldIssues } from '../../../kernel/bulk-import.ts';
import { isInYears, parseMoment } from '../../../kernel/moment.ts';

/** The source of a field: the name of a column, or more details. */
export type FieldSource =
  | string
  | {
      /** The column of the field. */
      readonly column?: string;
      /** A constant for every row. */
      readonly value?: string | number | boolean;
      /** The value for an empty cell. */
      readonly default?: string | number | boolean;
      /**
       * The value for each text of a cell; `null` leaves the field out. Any other text is refused, except in fields
       * with a form of their own, such as numbers and times: there it is read as usual.
       */
      readonly values?: Readonly<Record<string, string | number | boolean | null>>;
      /** The format of times: `DD.MM.YYYY HH:mm`, `unix`, `unix-ms`; by default ISO 8601, also a date without time. */
      readonly format?: string;
      /** The separator of several entries in a cell; `;` by default. */
      readonly separator?: string;
      /** Of custom properties: `text` (default), `number` or `date`, and their audience. */
      readonly type?: 'text' | 'number' | 'date';
      readonly public?: boolean;
      readonly includeInToken?: boolean;
    };

type Source = Exclude<FieldSource, string>;

/** The parts of a field's schema that determine how a text becomes its value. */
export interface FieldShape {
  readonly type?: string;
  readonly format?: string;
}

/** The value of a row, or the issue with its cells. */
type MappedRow = { readonly value: Record<string, unknown> } | { readonly errors: FieldIssues };

/** An entry from a row. `shapeOf` returns the shape of a field by its path, such as `address.countryCode`. */
export function mapRow(
  fields: Readonly<Record<string, FieldSource>>,
  row: Readonly<Record<string, string>>,
  shapeOf: (path: string) => FieldShape,
): MappedRow {
  const value: Record<string, unknown> = {};
  const errors: FieldIssues = {};
  for (const [path, fieldSource] of Object.entries(fields)) {
    const source = typeof fieldSource === 'string' ? { column: fieldSource } : fieldSource;
    const cell = cellOf(source, row);
    if (cell === undefined) continue;
    const field = fieldOf(path, source, cell, shapeOf(path));
    if ('issue' in field) errors[path] = [field.issue];
    else if (field.value !== undefined) assignAt(value, path, field.value);
  }
  return Object.keys(errors).length > 0 ? { errors } : { value };
}

/** Without a value, the field is left out. */
type Field = { readonly value: unknown } | { readonly issue: string };
type Scalar = string | number | boolean;

function cellOf(source: Source, row: Readonly<Record<string, string>>): Scalar | undefined {
  if (source.value !== undefined) return source.value;
  const { column } = source;
  const text = column !== undefined && Object.hasOwn(row, column) ? (row[column]?.trim() ?? '') : '';
  return text === '' ? source.default : text;
}

function fieldOf(path: string, source: Source, cell: Scalar, shape: FieldShape): Field {
  const { values, ...plain } = source;
  if (typeof cell === 'string' && cell.includes('\uFFFD'))
    return { issue: 'is not in the encoding of the file' };
  if (values !== undefined && typeof cell === 'string') {
    const meaning = Object.hasOwn(values, cell) ? values[cell] : undefined;
    if (meaning === null) return { value: undefined };
    if (meaning !== undefined) return fieldOf(path, plain, meaning, shape);
    if (!hasOwnForm(path, source, shape))
      return { issue: `is "${cell}", for which the mapping has no value` };
  }
  if (path.startsWith('properties.')) return propertyOf(source, cell);
  if (path === 'activations') return { value: entriesOf(source, cell).map(activationOf) };
  if (path === 'licenseExternalIds') return { value: entriesOf(source, cell) };
  if (path === 'milestones') return { value: entriesOf(source, cell).map(milestoneOf) };
  if (path === 'contents')
    return { value: entriesOf(source, cell).map((id) => ({ type: 'Product', id, quantity: 1 })) };
  if (typeof cell !== 'string') return { value: cell };
  return convert(cell, source.format, shape);
}

/** Whether the form of a text tells its type: a number, a time, yes or no. */
function hasOwnForm(path: string, { type }: Source, shape: FieldShape): boolean {
  if (path.startsWith('properties.')) return type === 'number' || type === 'date';
  return shape.format === 'date-time' || ['integer', 'number', 'boolean'].includes(shape.type ?? '');
}

function entriesOf({ separator = ';' }: Source, cell: Scalar): string[] {
  return String(cell)
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function activationOf(deviceSignature: string) {
  return { deviceName: deviceSignature, deviceSignature, activationMethod: 'Online' };
}

/** A milestone such as `6=loyal`: after six paid cycles, a code of the coupon. */
function milestoneOf(entry: string) {
  const [cycles = '', ...coupon] = entry.split('=');
  return { afterCycles: Number(cycles), couponId: coupon.join('=').trim() };
}

function propertyOf({ type = 'text', format, ...source }: Source, cell: Scalar): Field {
  const flags = { public: source.public ?? false, includeInToken: source.includeInToken ?? false };
  const shape = type === 'date' ? { format: 'date-time' } : { type: type === 'text' ? 'string' : type };
  const field = convert(String(cell), format, shape);
  return 'issue' in field ? field : { value: { type, value: field.value, ...flags } };
}

function convert(text: string, format: string | undefined, shape: FieldShape): Field {
  if (shape.format === 'date-time') {
    const moment = momentOf(text, format);
    return moment === undefined
      ? { issue: `is "${text}", which is not a date` }
      : { value: moment.toISOString() };
  }
  if (shape.type === 'integer' || shape.type === 'number') {
    const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    return number === undefined ? { issue: `is "${text}", which is not a number` } : { value: number };
  }
  if (shape.type === 'boolean') {
    const flag = BOOLEANS.get(text.toLowerCase());
    return flag === undefined ? { issue: `is "${text}", which is neither yes nor no` } : { value: flag };
  }
  return { value: text };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'x'].map((text): [string, boolean] => [text, true]),
  ...['false', 'no', 'n', '0', '-'].map((text): [string, boolean] => [text, false]),
]);

const DATE = /^\d{4}-\d\d-\d\d$/;

function momentOf(text: string, format: string | undefined): Date | undefined {
  if (format === undefined) return parseMoment(DATE.test(text) ? `${text}T00:00:00Z` : text);
  if (format === 'unix' || format === 'unix-ms') {
    if (!/^\d{1,15}$/.test(text)) return undefined;
    const moment = new Date(Number(text) * (format === 'unix' ? 1_000 : 1));
    return isInYears(moment) ? moment : undefined;
  }
  return parseMoment(isoOf(text, format) ?? '');
}

const PARTS: ReadonlySet<string> = new Set(['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss']);

/** The moment in ISO 8601 of a text in a format such as `DD.MM.YYYY HH:mm`; without a zone it is in UTC. */
function isoOf(text: string, format: string): string | undefined {
  const names: string[] = [];
  const pattern = format
    .split(/(YYYY|MM|DD|HH|mm|ss)/)
    .map((part) => {
      if (!PARTS.has(part)) return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
      names.push(part);
      return part === 'YYYY' ? String.raw`(\d{4})` : String.raw`(\d{1,2})`;
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(text);
  if (match === null) return undefined;
  const part = (name: string): string => (match[names.indexOf(name) + 1] ?? '').padStart(2, '0');
  const time = ['HH', 'mm', 'ss'].map((name) => (names.includes(name) ? part(name) : '00'));
  return `${part('YYYY')}-${part('MM')}-${part('DD')}T${time.join(':')}Z`;
}

function assignAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner = Object.hasOwn(target, name) ? target[name] : undefined;
  const object: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  assignAt(object, rest.join('.'), value);
  assignAt(target, name, object);
}
