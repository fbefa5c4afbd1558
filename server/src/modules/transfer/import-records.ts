import { setImmediate } from 'node:timers/promises';
import type { Context } from '../accounts/index.ts';
import { type BatchOptions, IMPORTERS, type ImportKind, type LineResult } from './importers.ts';
import type { SourceRecord } from './source-records.ts';

/** The number of an import's entries per outcome. */
export type ImportCounts = { readonly lines: number } & {
  readonly [Status in LineResult['status']]: number;
};

/** Counts results as they arrive. */
export function countResults() {
  const counts = { lines: 0, created: 0, updated: 0, exists: 0, invalid: 0, failed: 0 };
  return {
    add(results: readonly LineResult[]): void {
      counts.lines += results.length;
      for (const { status } of results) counts[status] += 1;
    },
    counts: (): ImportCounts => ({ ...counts }),
  };
}

/**
 * Imports entries batch by batch, and yields the results of a batch, in their order, when it is completely stored. It
 * reads the next batch only after the results of the previous one have been consumed, and stops when its reader stops.
 * An invalid entry does not prevent others from being imported. Rejects when the database is unavailable: everything
 * that was yielded until then is stored.
 */
export async function* importRecords(
  ctx: Context,
  kind: ImportKind,
  batches: AsyncIterable<readonly SourceRecord[]>,
  options: BatchOptions = {},
): AsyncGenerator<readonly LineResult[]> {
  const importer = IMPORTERS[kind];
  for await (const batch of batches) {
    yield await importer.importBatch(ctx, batch, options);
    // SQLite responds synchronously, so nothing above waits: this gives other requests a turn.
    await setImmediate();
  }
}
