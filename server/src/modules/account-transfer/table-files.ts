import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { AnyRow } from '../../platform/database/table-rows.ts';
import type { FileEntry } from './manifest.ts';

/** Writes rows to a new file of a table, one per line, and returns its entry for the manifest. */
export async function writeTable(
  folder: string,
  table: string,
  pages: AsyncIterable<readonly AnyRow[]>,
  onPage: (rows: readonly AnyRow[]) => void,
): Promise<FileEntry> {
  const name = `${table}.ndjson`;
  const hash = createHash('sha256');
  const file = await open(join(folder, name), 'wx', 0o600);
  let [rows, bytes] = [0, 0];
  try {
    for await (const page of pages) {
      const text = Buffer.from(page.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await file.writeFile(text);
      hash.update(text);
      rows += page.length;
      bytes += text.length;
      onPage(page);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { table, file: name, rows, bytes, sha256: hash.digest('hex') };
}

/** Throws when a file of an export was changed. */
export async function checkTable(folder: string, { file, bytes, sha256 }: FileEntry): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(join(folder, file))) {
      const piece = Buffer.from(chunk);
      hash.update(piece);
      size += piece.length;
    }
  } catch {
    throw new Error(`${file} of the export cannot be read`);
  }
  if (size !== bytes || hash.digest('hex') !== sha256)
    throw new Error(`${file} of the export is damaged, or was changed: its hash is not that of the manifest`);
}

/**
 * The rows of a file, page by page, as they were written. Throws on a line that is not a row, and at the end when lines
 * are missing or the file is not that of the manifest: it may have changed since it was checked.
 */
export async function* readTable(
  folder: string,
  { file, rows, sha256 }: FileEntry,
  rowsAtOnce = 500,
): AsyncGenerator<AnyRow[]> {
  let page: AnyRow[] = [];
  let count = 0;
  const hash = createHash('sha256');
  for await (const line of linesOf(join(folder, file), hash)) {
    count += 1;
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null) throw new Error(`line ${count} of ${file} is no row`);
    page.push({ ...row });
    if (page.length < rowsAtOnce) continue;
    yield page;
    page = [];
  }
  if (count !== rows) throw new Error(`${file} has ${count} rows, and the manifest says ${rows}`);
  if (hash.digest('hex') !== sha256) throw new Error(`${file} of the export was changed during the import`);
  if (page.length > 0) yield page;
}

/** Lines end only with a line feed: texts in JSON may contain the other characters that end a line elsewhere. */
async function* linesOf(path: string, hash: Hash): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of createReadStream(path)) {
    const piece = Buffer.from(chunk);
    hash.update(piece);
    const lines = `${rest}${decoder.write(piece)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
