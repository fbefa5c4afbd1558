import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Duplex, pipeline } from 'node:stream';
import { invalidInput } from '../../../kernel/problem.ts';
import { mapRow } from '../domain/field-mapping.ts';
import type { ImportKind } from '../importers.ts';
import type { ImportSource } from '../run-import.ts';
import { RECORDS_PER_BATCH, type SourceRecord } from '../source-records.ts';
import { columnsOf, type CsvMapping, fieldShapes } from './csv-mapping.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const FIRST_BYTES = 64 * 1024;
const MAX_ROW_BYTES = 1024 * 1024;

/** The supported text encodings of lists. */
const CSV_ENCODINGS = ['utf8', 'latin1'] as const;

/**
 * The rows of a list with a header row as entries of a kind. The column separator is detected from the header. Raises
 * `InvalidInput` when the list lacks columns of the mapping.
 */
export async function csvSource(
  path: string,
  {
    kind,
    mapping,
    encoding = 'utf8',
  }: {
    readonly kind: ImportKind;
    readonly mapping: CsvMapping;
    readonly encoding?: (typeof CSV_ENCODINGS)[number] | undefined;
  },
): Promise<ImportSource> {
  const start = await firstBytes(path, encoding);
  const delimiter = delimiterOf(start);
  // Only the command line reads lists, so a server does not load the package.
  const { parse } = await import('csv-parse');
  let header: readonly string[] = [];
  const openParser = () =>
    parse({
      bom: true,
      columns: (names: string[]) => {
        const trimmed = names.map((name) => name.trim());
        header = trimmed;
        return trimmed;
      },
      delimiter,
      encoding,
      info: true,
      max_record_size: MAX_ROW_BYTES,
      // Such a row is refused alone: see `rowOf`.
      relax_column_count: true,
      // Many company names contain quotes, which few programs escape.
      relax_quotes: true,
      skip_empty_lines: true,
    });
  const rows = readRows(path, openParser);
  return { kind, batches: (notes) => batchesOf(rows, { kind, mapping, notes, header: () => header }) };
}

/** Nothing is read before the first row is requested, so that no failure occurs while nobody waits for it. */
async function* readRows(path: string, openParser: () => Duplex): AsyncGenerator {
  const parser = openParser();
  pipeline(createReadStream(path), parser, () => undefined);
  try {
    yield* parser;
  } catch (error) {
    if (!(error instanceof Error && 'lines' in error)) throw error;
    throw invalidInput({
      detail:
        `Line ${String(error.lines)} of the list cannot be read: ${error.message}. Entries before it may be stored ` +
        'already: correct the line, and run the command again.',
    });
  }
}

type Notes = Parameters<ImportSource['batches']>[0];

async function* batchesOf(
  rows: AsyncIterable<unknown>,
  {
    kind,
    mapping,
    notes,
    header,
  }: {
    readonly kind: ImportKind;
    readonly mapping: CsvMapping;
    readonly notes: Notes;
    /** The names of the columns, after the first row was read. */
    readonly header: () => readonly string[];
  },
): AsyncGenerator<readonly SourceRecord[]> {
  const columns = columnsOf(mapping);
  const places = new Set([...columns, ...(mapping.ignore ?? [])]);
  const shapeOf = fieldShapes(kind);
  let batch: SourceRecord[] = [];
  let isFirst = true;
  for await (const entry of rows) {
    const { line, row } = rowOf(entry);
    if (isFirst) refuseMissing(columns, header());
    isFirst = false;
    if (row === undefined) batch.push({ line, errors: { row: [UNEVEN_ROW] } });
    else {
      for (const [column, cell] of Object.entries(row))
        if (cell !== '' && !places.has(column)) notes.unmapped(`column "${column}"`, cell);
      batch.push({ line, ...mapRow(mapping.fields, row, (path) => shapeOf(path) ?? {}) });
    }
    if (batch.length < RECORDS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const UNEVEN_ROW =
  'has more or fewer cells than the header: a cell may be missing, or hold the separator without quotes around it';

/** Without a `row` if its cells cannot be told apart: it has more or fewer than the header. */
function rowOf(entry: unknown): {
  readonly line: number;
  readonly row: Record<string, string> | undefined;
} {
  if (!isRow(entry)) throw new TypeError('the CSV parser gives rows with information');
  // The parser's complaint about the number of cells.
  if (entry.info.error !== undefined) return { line: entry.info.lines, row: undefined };
  const cells = Object.entries(entry.record).map(([name, cell]): [string, string] => [name, String(cell)]);
  return { line: entry.info.lines, row: Object.fromEntries(cells) };
}

function isRow(
  entry: unknown,
): entry is { readonly record: object; readonly info: { readonly lines: number; readonly error?: unknown } } {
  if (typeof entry !== 'object' || entry === null || !('record' in entry) || !('info' in entry)) return false;
  const { record, info } = entry;
  const hasInfo =
    typeof info === 'object' && info !== null && 'lines' in info && typeof info.lines === 'number';
  return hasInfo && typeof record === 'object' && record !== null;
}

function refuseMissing(columns: readonly string[], header: readonly string[]): void {
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length === 0) return;
  const has = header.map((name) => `"${name}"`);
  throw invalidInput({
    detail: `The list lacks columns that the mapping names. It has ${has.join(', ')}.`,
    errors: Object.fromEntries(missing.map((column) => [column, ['is not a column of the list']])),
  });
}

async function firstBytes(path: string, encoding: BufferEncoding): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.toString(encoding, 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The most frequent separator in the first row, outside of quotes. */
function delimiterOf(start: string): string {
  const header = start.replaceAll(/"(?:[^"]|"")*"/g, '""').split(/\r?\n|\r/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
