import type { Column } from './mapping.ts';
import { createRowReader, delimiterOf, type ListRow } from './read-rows.ts';

/** A file to import: how to read it, and how many entries it has. */
export interface ImportFile {
  readonly blob: Blob;
  readonly name: string;
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly entries: number;
  /** Of a list; absent in NDJSON, whose lines name their fields themselves. */
  readonly list?: { readonly delimiter: string; readonly columns: readonly Column[] };
}

/** An entry as it is sent: a line of JSON. A row with more or fewer cells than the header cannot be sent. */
export interface FileEntry {
  readonly line: number;
  readonly json: string | undefined;
  /** The cells of a list, to show and save. */
  readonly cells: readonly string[];
}

const FIRST_BYTES = 64 * 1024;
const MOST_TEXTS = 20;

/** Reads a file once, a piece after the other: its encoding, its columns and the number of its entries. */
export async function inspectFile(file: File): Promise<ImportFile> {
  const encoding = (await isUtf8(file)) ? 'utf-8' : 'windows-1252';
  const base = { blob: file, name: file.name, encoding, entries: 0 } as const;
  const start = new TextDecoder(encoding).decode(await file.slice(0, FIRST_BYTES).arrayBuffer());
  if (start.trimStart().startsWith('{')) {
    let entries = 0;
    for await (const line of linesOf(base)) if (line !== '') entries += 1;
    return { ...base, entries };
  }
  const delimiter = delimiterOf(start);
  const columns = createColumns();
  let entries = 0;
  for await (const rows of rowsOf(base, delimiter))
    for (const { cells } of rows) {
      if (columns.add(cells)) entries += 1;
    }
  return { ...base, entries, list: { delimiter, columns: columns.list() } };
}

/** The entries of a file in their order, some at a time; a row as an object with a text for each column. */
export async function* entriesOf(file: ImportFile): AsyncGenerator<readonly FileEntry[]> {
  if (file.list === undefined) {
    let line = 0;
    for await (const json of linesOf(file)) {
      line += 1;
      if (json !== '') yield [{ line, json, cells: [] }];
    }
    return;
  }
  const names = file.list.columns.map(({ name }) => name);
  let isHeader = true;
  for await (const rows of rowsOf(file, file.list.delimiter)) {
    yield rows.slice(isHeader ? 1 : 0).map(({ line, cells }) => {
      const pairs = names.map((name, index): [string, string] => [name, cells[index] ?? '']);
      const isWhole = cells.length === names.length;
      return { line, cells, json: isWhole ? JSON.stringify(Object.fromEntries(pairs)) : undefined };
    });
    if (rows.length > 0) isHeader = false;
  }
}

async function isUtf8(file: Blob): Promise<boolean> {
  try {
    for await (const text of piecesOf(new TextDecoder('utf-8', { fatal: true }), file)) void text.length;
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
}

async function* piecesOf(decoder: TextDecoder, blob: Blob): AsyncGenerator<string> {
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    yield decoder.decode(piece.value, { stream: true });
  yield decoder.decode();
}

type Source = Pick<ImportFile, 'blob' | 'encoding'>;

async function* linesOf({ blob, encoding }: Source): AsyncGenerator<string> {
  let rest = '';
  for await (const text of piecesOf(new TextDecoder(encoding), blob)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.trim();
  }
  yield rest.trim();
}

async function* rowsOf({ blob, encoding }: Source, delimiter: string): AsyncGenerator<readonly ListRow[]> {
  const reader = createRowReader(delimiter);
  for await (const text of piecesOf(new TextDecoder(encoding), blob)) yield reader.push(text);
  yield reader.finish();
}

/** Collects the columns: the first row has their names, the others their texts. */
function createColumns() {
  let columns: { readonly name: string; readonly texts: Set<string>; example: string }[] | undefined;
  return {
    /** Whether it is a row with texts. */
    add(cells: readonly string[]): boolean {
      if (columns === undefined) {
        columns = namesOf(cells).map((name) => ({ name, texts: new Set(), example: '' }));
        return false;
      }
      for (const [index, column] of columns.entries()) {
        const text = cells[index]?.trim() ?? '';
        if (text === '') continue;
        if (column.example === '') column.example = text;
        if (column.texts.size <= MOST_TEXTS) column.texts.add(text);
      }
      return true;
    },
    list: (): readonly Column[] =>
      (columns ?? []).map(({ name, texts, example }) => ({
        name,
        example,
        texts: texts.size > MOST_TEXTS ? undefined : [...texts],
      })),
  };
}

/** The names of columns, each once: a repeated or empty one gets its position. */
function namesOf(cells: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim();
    names.add(name === '' || names.has(name) ? `${name} #${index + 1}`.trim() : name);
  }
  return [...names];
}
