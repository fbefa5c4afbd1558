/** Field path → every message about that field. */
export type FieldIssues = Record<string, string[]>;

/** What became of one entry of an import. */
export type ImportOutcome =
  | {
      /** `exists`: it was there before, and nothing was changed. */
      readonly status: 'created' | 'updated' | 'exists';
      readonly id: string;
    }
  | { readonly status: 'invalid'; readonly errors: FieldIssues };

/**
 * The keys of the entries that came earlier in an import, each with the id of its row: what tells that two entries mean the
 * same thing. A rehearsal, which stores nothing else, has one for all of its entries; else a transaction has its own.
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
