import { mapRow } from '../domain/field-mapping.ts';
import type { ImportKind } from '../importers.ts';
import type { SourceRecord } from '../source-records.ts';
import { type CsvMapping, fieldShapes } from './csv-mapping.ts';

const NO_ROW = 'must have a text for each column';

/**
 * The entries of a kind from records that are rows of a list: objects with a text for each column. A column that a row
 * lacks is an empty cell; a record that is no row is refused alone.
 */
export async function* mapRows(
  batches: AsyncIterable<readonly SourceRecord[]>,
  kind: ImportKind,
  { fields }: CsvMapping,
): AsyncGenerator<readonly SourceRecord[]> {
  const shapeOf = fieldShapes(kind);
  for await (const batch of batches)
    yield batch.map((record): SourceRecord => {
      if ('errors' in record) return record;
      const { line, value } = record;
      if (!isRow(value)) return { line, errors: { line: [NO_ROW] } };
      return { line, ...mapRow(fields, value, (path) => shapeOf(path) ?? {}) };
    });
}

function isRow(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => typeof cell === 'string');
}
