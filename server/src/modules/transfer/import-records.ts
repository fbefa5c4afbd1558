import { setImmediate } from 'node:timers/promises';
import type { Context } from '../accounts/index.ts';
import { type BatchOptions, IMPORTERS, type ImportKind, type LineResult } from './importers.ts';
import type { SourceRecord } from './source-records.ts';

/** How many entries of an import came to what. */
export type ImportCounts = { readonly lines: number } & {
  readonly [Status in LineResult['status']]: number;
};

/** Counts results as they come. */
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
 * Imports entries batch by batch, and gives what became of those of a batch, in their order, when it is stored as a whole. It
 * reads no batch before its results have been taken, and goes no further when its reader stops. An entry that is not valid
 * keeps no other from being imported. Rejects when the database is away: what was given until then is stored.
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
    // SQLite answers at once, so nothing above waits: everybody else gets a turn here.
    await setImmediate();
  }
}
