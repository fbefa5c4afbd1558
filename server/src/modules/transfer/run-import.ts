import type { FieldIssues } from '../../kernel/bulk-import.ts';
import type { Context } from '../accounts/index.ts';
import {
  createTally,
  MOST_REFUSED_ENTRIES,
  type Refusal,
  type RefusedEntry,
  type Unmapped,
} from './domain/import-report.ts';
import { countResults, type ImportCounts, type ImportKind, importRecords, openDryRun } from './importers.ts';
import type { SourceRecord } from './source-records.ts';

/** The source of entries of one kind. */
export interface ImportSource {
  readonly kind: ImportKind;
  /** The entries; reports to `notes` the parts that cannot be imported. */
  readonly batches: (notes: {
    unmapped(name: string, example: string): void;
    /** An entry that is not imported, with the reason. */
    refused(reason: string, example: string): void;
  }) => AsyncIterable<readonly SourceRecord[]>;
}

/** The result of an import of several kinds, or of a dry run. */
export interface ImportReport {
  readonly applied: boolean;
  readonly kinds: readonly (ImportCounts & { readonly kind: ImportKind })[];
  /** The reasons for refusals, the most frequent of a kind first. */
  readonly refusals: readonly Refusal[];
  /** The refused entries, in their order: the first `MOST_REFUSED_ENTRIES`. */
  readonly refusedEntries: readonly RefusedEntry[];
  readonly unmapped: readonly Unmapped[];
}

/**
 * Imports from sources, one after the other, and reports the result. Unless it `isApplied`, it is a dry run: nothing is
 * stored, and later sources find what earlier ones would have created.
 */
export async function runImport(
  ctx: Context,
  sources: readonly ImportSource[],
  {
    isApplied,
    onProgress,
  }: { readonly isApplied: boolean; readonly onProgress: (kind: ImportKind, counts: ImportCounts) => void },
): Promise<ImportReport> {
  const dryRun = isApplied ? undefined : openDryRun();
  const kinds: (ImportCounts & { kind: ImportKind })[] = [];
  const refusals: Refusal[] = [];
  const unmapped = createTally();
  const refusedEntries: RefusedEntry[] = [];
  try {
    for (const { kind, batches } of sources) {
      const total = countResults();
      const reasons = createTally();
      const refuse = (place: string, why: readonly string[]): void => {
        for (const reason of why) reasons.add(reason, place);
        if (refusedEntries.length < MOST_REFUSED_ENTRIES) refusedEntries.push({ kind, place, reasons: why });
      };
      let left = 0;
      const records = batches({
        unmapped: (name, example) => unmapped.add(`${kind}: ${name}`, example),
        refused: (reason, example) => {
          left += 1;
          refuse(example, [reason]);
        },
      });
      const labels = new Map<number, string>();
      for await (const results of importRecords(ctx, kind, withLabels(records, labels), {
        ledger: dryRun,
      })) {
        total.add(results);
        for (const { line, status, errors = {} } of results) {
          const why = status === 'failed' ? ['could not be stored: the log says why'] : reasonsOf(errors);
          if (why.length > 0) refuse(labels.get(line) ?? `line ${line}`, why);
        }
        onProgress(kind, total.counts());
      }
      const counts = total.counts();
      kinds.push({ kind, ...counts, lines: counts.lines + left, invalid: counts.invalid + left });
      refusals.push(...reasons.list().map(({ name, ...entry }) => ({ kind, reason: name, ...entry })));
    }
  } finally {
    dryRun?.close();
  }
  return { applied: isApplied, kinds, refusals, refusedEntries, unmapped: unmapped.list() };
}

function reasonsOf(errors: FieldIssues): string[] {
  return Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => `${field} ${message}`),
  );
}

/** The same batches; `labels` has the places of the entries of the last one. */
async function* withLabels(
  batches: AsyncIterable<readonly SourceRecord[]>,
  labels: Map<number, string>,
): AsyncGenerator<readonly SourceRecord[]> {
  for await (const batch of batches) {
    labels.clear();
    for (const { line, label } of batch) if (label !== undefined) labels.set(line, label);
    yield batch;
  }
}
