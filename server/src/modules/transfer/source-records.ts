import type { FieldIssues } from '../../kernel/bulk-import.ts';
import {
  isStorable,
  isStorableValue,
  mayHoldUnstorable,
  UNSTORABLE_TEXT,
} from '../../platform/storable-text.ts';
import { createLineSplitter, type TextLine } from './domain/line-splitter.ts';

/** An entry of an import as received, with the number of its line or row; or the reason why it cannot be read. */
export type SourceRecord = {
  readonly line: number;
  /** Its name in the source, if that is not the number of its line. */
  readonly label?: string;
} & ({ readonly value: unknown } | { readonly errors: FieldIssues });

/** The number of entries in a transaction, for which others wait. */
export const RECORDS_PER_BATCH = 250;

/**
 * The JSON values of an NDJSON text, as its bytes arrive: those that arrive together are a batch, so nobody waits for a
 * batch to fill. Reads no further ahead than its consumer.
 */
export async function* ndjsonBatches(
  chunks: AsyncIterable<unknown>,
): AsyncGenerator<readonly SourceRecord[]> {
  const splitter = createLineSplitter();
  for await (const chunk of chunks) {
    let batch: SourceRecord[] = [];
    for (const line of splitter.push(bytesOf(chunk))) {
      batch.push(recordOf(line));
      if (batch.length < RECORDS_PER_BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  const last = splitter.finish();
  if (last !== undefined) yield [recordOf(last)];
}

function bytesOf(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

function recordOf({ line, text = '', issue }: TextLine): SourceRecord {
  if (issue !== undefined) return unreadable(line, issue);
  try {
    const value: unknown = JSON.parse(text);
    const isKept = isStorable(text) && (!mayHoldUnstorable(text) || isStorableValue(value));
    return isKept ? { line, value } : unreadable(line, UNSTORABLE_TEXT);
  } catch {
    return unreadable(line, 'is not valid JSON');
  }
}

function unreadable(line: number, issue: string): SourceRecord {
  return { line, errors: { line: [issue] } };
}
