import type { components } from '@latchkey/sdk';
import { answer, api } from '../api/client.ts';
import { isRefusedForGood } from '../form/use-idempotency-key.ts';
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

/** A change of licenses that was begun: what is done again after a failure is the rest of it. */
export interface ManyRun {
  readonly change: Change;
  readonly progress: ManyProgress;
  /** The server carries out each hundred of a key once. */
  readonly key: string;
}

/** The run of a change of which nothing is done. */
export function newRun(change: Change): ManyRun {
  return { change, progress: NOTHING_DONE, key: crypto.randomUUID() };
}

/**
 * The run that goes on after a failure; `undefined` if nothing of it has happened: the change may be another one then. A
 * hundred that was refused for good takes another key, since the server may keep that answer; those before it are done.
 */
export function runAfter(run: ManyRun, failure: Parameters<typeof isRefusedForGood>[0]): ManyRun | undefined {
  if (!isRefusedForGood(failure)) return run;
  return run.progress.done === 0 ? undefined : { ...run, key: crypto.randomUUID() };
}

/**
 * Changes the licenses that a run has not reached, a hundred at a time, and reports the progress after each; stops when
 * `signal` says so.
 */
export async function changeLicenses(
  ids: readonly string[],
  { change, progress, key }: ManyRun,
  { signal, onProgress, send = sendChange }: Reporting & { readonly send?: typeof sendChange },
): Promise<ManyProgress> {
  return inPages(
    ids,
    { signal, onProgress, progress },
    async (some, start) => (await send({ ...change, ids: [...some] }, `${key}-${start}`)).items,
  );
}

/** What is written to the holders of licenses, once to each. */
export type Message = Pick<components['schemas']['LicenseMessage'], 'messageId' | 'subject' | 'text'>;

/** How what became of a message counts. */
const MESSAGE_OUTCOMES = { Sent: 'Changed', SentBefore: 'Unchanged', Refused: 'Refused' } as const;

/**
 * Sends a message to the holders of licenses, a hundred at a time, as `changeLicenses` does. Doing it again after a failure
 * sends only the rest.
 */
export async function messageHolders(
  ids: readonly string[],
  message: Message,
  { signal, onProgress, send = postMessage }: Reporting & { readonly send?: typeof postMessage },
): Promise<ManyProgress> {
  return inPages(ids, { signal, onProgress, progress: NOTHING_DONE }, async (some) => {
    const { items } = await send({ ...message, ids: [...some] });
    return items.map((item) => ({ ...item, outcome: MESSAGE_OUTCOMES[item.outcome] }));
  });
}

/** Sends a message to whoever writes it alone. */
export async function sendTestMessage(ids: readonly string[], message: Message): Promise<void> {
  await postMessage({ ...message, ids: ids.slice(0, 1), isTest: true });
}

interface Reporting {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ManyProgress) => void;
}

async function inPages(
  ids: readonly string[],
  { signal, onProgress, progress: before }: Reporting & { readonly progress: ManyProgress },
  send: (ids: readonly string[], start: number) => Promise<readonly Outcome[]>,
): Promise<ManyProgress> {
  let progress = before;
  for (let start = before.done; start < ids.length && !signal.aborted; start += PAGE_SIZE) {
    const some = ids.slice(start, start + PAGE_SIZE);
    progress = addOutcomes(progress, await send(some, start));
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

function sendChange(body: components['schemas']['ManyLicensesChange'], key: string) {
  const params = { header: { 'idempotency-key': key } };
  return answer(api.POST('/api/licenses/change-many', { params, body }));
}

function postMessage(body: components['schemas']['LicenseMessage']) {
  return answer(api.POST('/api/licenses/message', { body }));
}
