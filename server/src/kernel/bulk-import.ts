/** Field path → every message about that field. */
export type FieldIssues = Record<string, string[]>;

/** The outcome of one entry of an import. */
export type ImportOutcome =
  | {
      /** `exists`: the row existed before, and nothing was changed. */
      readonly status: 'created' | 'updated' | 'exists';
      readonly id: string;
    }
  | { readonly status: 'invalid'; readonly errors: FieldIssues };

/**
 * The keys of the earlier entries of an import, each with the id of its row, to detect two entries for the same row. A
 * dry run, which stores nothing else, has one ledger for all its entries; otherwise each transaction has its own.
 */
export interface KeyLedger {
  find(key: string): string | undefined;
  add(key: string, id: string): void;
}

/** A ledger for as many keys as a transaction has. */
export function memoryLedger(): KeyLedger {
  const ids = new Map<string, string>();
  return { find: (key) => ids.get(key), add: (key, id) => void ids.set(key, id) };
}
