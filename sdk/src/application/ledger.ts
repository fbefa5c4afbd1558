import { LicenseError } from './problems.ts';
import { type LicenseRecord, recordOf, textOf } from './record.ts';
import type { LicenseStorage } from './storage.ts';
import type { Time } from './time.ts';

/** The time that a start counts as running: otherwise a program that runs only briefly would never age. */
const START_MS = 10_000;

/**
 * The change of a record. It may be called again, later, with the content that another process has stored meanwhile.
 */
export type RecordChange = (record: LicenseRecord) => LicenseRecord;

/** The record of the application, and the time for which the application has run with its token. */
export interface Ledger {
  readonly record: () => LicenseRecord;
  /** Whether the storage contains an invalid record. It stays until something new is stored. */
  readonly isDamaged: () => boolean;
  /** Whether the storage could not be read yet, so that its content is unknown. */
  readonly isUnread: () => boolean;
  readonly ranMs: () => number;
  /**
   * Reads the changes of other processes, stores what could not be stored before, and adds the time for which this
   * process has run. Raises `StorageFailed`.
   */
  readonly settle: () => Promise<void>;
  /**
   * Changes the record; no change of another process in the meantime is lost. When the storage fails, the change
   * applies in this process, `StorageFailed` is raised, and the next use of the storage makes the change there.
   */
  readonly change: (change: RecordChange) => Promise<void>;
}

/** Opens the ledger; the first `settle` reads the storage. */
export function createLedger(storage: LicenseStorage, time: Time): Ledger {
  let current: LicenseRecord = {};
  let isDamaged = false;
  let hasRead = false;
  /** Changes that the storage has refused. They are not a record: the storage may be newer, or was never read. */
  let unsaved: readonly RecordChange[] = [];
  let base: { token: string | undefined; ranMs: number; since: number } | undefined;

  const ranWith = ({ token, ranMs = 0 }: LicenseRecord): number =>
    base !== undefined && base.token === token
      ? Math.max(ranMs, base.ranMs + time.monotonic() - base.since)
      : ranMs;
  const adopt = (record: LicenseRecord, isStart = false): void => {
    const ranMs = ranWith(record);
    hasRead ||= isStart;
    if (base?.token !== record.token)
      base = { token: record.token, ranMs: ranMs + (isStart ? START_MS : 0), since: time.monotonic() };
    current = record;
  };
  const attempt = async (changes: readonly RecordChange[]): Promise<void> => {
    let next = applyTo(current, changes);
    unsaved = [...unsaved, ...changes];
    try {
      await storage.update((text) => {
        const parsed = recordOf(text);
        isDamaged = parsed === undefined;
        if (!hasRead) adopt(parsed ?? {}, true);
        next = applyTo(parsed ?? {}, unsaved);
        if (isDamaged && Object.keys(next).length === 0) return text;
        isDamaged = false;
        next = withRanTime(next, ranWith(next));
        return textOf(next);
      });
      unsaved = [];
    } catch (error) {
      throw new LicenseError('StorageFailed', { cause: error });
    } finally {
      adopt(next);
    }
  };
  const enqueue = oneByOne(attempt);
  return {
    record: () => current,
    isDamaged: () => isDamaged,
    isUnread: () => !hasRead,
    ranMs: () => ranWith(current),
    settle: () => enqueue([]),
    change: (change) => enqueue([change]),
  };
}

/** Runs work one after the other: a failed change is still there for the next one. */
function oneByOne<Input>(work: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  let queue = Promise.resolve();
  return (input) => {
    const result = queue.then(() => work(input));
    queue = result.catch(() => undefined);
    return result;
  };
}

function applyTo(record: LicenseRecord, changes: readonly RecordChange[]): LicenseRecord {
  return changes.reduce((before, apply) => apply(before), record);
}

function withRanTime(record: LicenseRecord, ms: number): LicenseRecord {
  return withoutAbsent({ ...record, ranMs: record.token === undefined ? undefined : Math.round(ms) });
}

function withoutAbsent(record: {
  [Name in keyof LicenseRecord]: LicenseRecord[Name] | undefined;
}): LicenseRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
