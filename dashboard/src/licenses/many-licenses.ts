import type { components } from '@latchkey/sdk';
import { answer, api } from '../api/client.ts';
import { type LicenseFilters, licensesQueryOf } from './license-queries.ts';

type Change = Omit<components['schemas']['ManyLicensesChange'], 'ids'>;

/** What has become of the licenses so far. */
export interface ManyProgress {
  readonly done: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Why some were refused, each reason with their number. */
  readonly refusals: ReadonlyMap<string, number>;
}

export const NOTHING_DONE: ManyProgress = { done: 0, changed: 0, unchanged: 0, refusals: new Map() };

/** More than anybody wants to change at once. */
export const MOST_LICENSES = 10_000;
const PAGE_SIZE = 100;

/**
 * The ids of all licenses that filters match, page by page, at most `MOST_LICENSES` and one page: what is changed
 * afterwards is what was counted.
 */
export async function readMatches(
  filters: LicenseFilters,
  { signal, onCount }: { readonly signal: AbortSignal; readonly onCount: (count: number) => void },
): Promise<string[]> {
  const ids: string[] = [];
  let paginationToken: string | undefined;
  do {
    const query = {
      ...licensesQueryOf(filters),
      pageSize: PAGE_SIZE,
      ...(paginationToken !== undefined && { paginationToken }),
    };
    const page = await answer(api.GET('/api/licenses', { params: { query }, signal }));
    ids.push(...page.items.map(({ id }) => id));
    onCount(ids.length);
    paginationToken = tokenIn(page.next);
  } while (paginationToken !== undefined && ids.length <= MOST_LICENSES);
  return ids;
}

function tokenIn(next: string | null): string | undefined {
  if (next === null) return undefined;
  return new URLSearchParams(next.split('?')[1]).get('paginationToken') ?? undefined;
}

/**
 * Changes licenses, a hundred at a time, and reports after each; stops when `signal` says so. Doing it again after a
 * failure changes only the rest: each of these changes is none the second time.
 */
export async function changeLicenses(
  ids: readonly string[],
  change: Change,
  {
    signal,
    onProgress,
    send = sendChange,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ManyProgress) => void;
    readonly send?: typeof sendChange;
  },
): Promise<ManyProgress> {
  let progress = NOTHING_DONE;
  for (let start = 0; start < ids.length && !signal.aborted; start += PAGE_SIZE) {
    const some = ids.slice(start, start + PAGE_SIZE);
    const { items } = await send({ ...change, ids: [...some] });
    progress = addOutcomes(progress, items);
    onProgress(progress);
  }
  return progress;
}

type Outcome = components['schemas']['LicenseOutcome'];

function addOutcomes({ refusals, ...before }: ManyProgress, items: readonly Outcome[]): ManyProgress {
  const reasons = new Map(refusals);
  for (const { outcome, detail = '' } of items)
    if (outcome === 'Refused') reasons.set(detail, (reasons.get(detail) ?? 0) + 1);
  const count = (kind: Outcome['outcome']) => items.filter(({ outcome }) => outcome === kind).length;
  return {
    done: before.done + items.length,
    changed: before.changed + count('Changed'),
    unchanged: before.unchanged + count('Unchanged'),
    refusals: reasons,
  };
}

function sendChange(body: components['schemas']['ManyLicensesChange']) {
  return answer(api.POST('/api/licenses/change-many', { body }));
}
