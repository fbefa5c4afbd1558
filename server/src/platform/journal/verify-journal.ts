import type { JournalDeps } from './chain-events.ts';
import { anchorText, eventText, linkText } from './seal-text.ts';
import { type Chain, eventPlaces, findChain, linkedEvents } from './store-chain.ts';
import type { EventRow } from './tables.ts';

/** An invalid row of the journal, and its fault. */
export interface Tampering {
  readonly kind: 'altered' | 'removed' | 'reordered' | 'added';
  /** Its place in the chain; `undefined` for a row without one. */
  readonly sequence: number | undefined;
  /** `undefined` when nothing names it. */
  readonly eventId: string | undefined;
}

/** The journal of one account as it was found. */
export interface JournalReport {
  /** Events in the chain, without those removed by retention. */
  readonly chained: number;
  /** Events without a place in the chain yet. */
  readonly waiting: number;
  /** The end of the chain: recorded elsewhere, it proves later that nothing before it was cut off. */
  readonly headSequence: number;
  readonly headHash: string;
  /** The first row that was altered; `undefined` when none was. */
  readonly tampering: Tampering | undefined;
}

const PAGE = 500;
const NO_CHAIN = { headSequence: 0, headHash: '', anchorSequence: 0, anchorHash: '', anchorSeal: null };

/**
 * Checks every event of an account against its seal, and the order of the events against the chain. Reads page by page,
 * and calls `onProgress` with the number of events after each; the server can keep writing meanwhile.
 */
export async function verifyJournal(
  deps: JournalDeps,
  accountId: string,
  onProgress: (events: number) => void = () => undefined,
): Promise<JournalReport> {
  for (;;) {
    const chain = (await findChain(deps.database.reader, accountId)) ?? { accountId, ...NO_CHAIN };
    const tampering = await checkLinks(deps, chain, onProgress);
    const now = await findChain(deps.database.reader, accountId);
    // Retention removed events meanwhile, which may explain missing ones.
    if (tampering !== undefined && (now?.anchorSequence ?? 0) > chain.anchorSequence) continue;
    const rest = tampering === undefined ? await checkPlaces(deps, accountId, onProgress) : undefined;
    return {
      chained: chain.headSequence - chain.anchorSequence,
      waiting: rest?.waiting ?? 0,
      headSequence: chain.headSequence,
      headHash: chain.headHash,
      tampering: tampering ?? rest?.tampering,
    };
  }
}

/** Walks along the chain: each place has its event, unchanged, and no other events precede it. */
async function checkLinks(
  deps: JournalDeps,
  chain: Chain,
  onProgress: (events: number) => void,
): Promise<Tampering | undefined> {
  const { accountId, headSequence, headHash } = chain;
  let [sequence, hash] = [chain.anchorSequence, chain.anchorHash];
  if (!isOwnBeginning(deps, chain)) return { kind: 'removed', sequence, eventId: undefined };
  while (sequence < headSequence) {
    const range = { after: sequence, upTo: headSequence, limit: PAGE };
    const page = await linkedEvents(deps.database.reader, accountId, range);
    if (page.length === 0) return { kind: 'removed', sequence: sequence + 1, eventId: undefined };
    for (const { link, event } of page) {
      sequence += 1;
      const { eventId } = link;
      if (link.sequence !== sequence) return { kind: 'removed', sequence, eventId: undefined };
      if (event === undefined) return { kind: 'removed', sequence, eventId };
      if (!isAsWritten(deps, event)) return { kind: 'altered', sequence, eventId };
      if (!deps.vault.verify('journal-link', linkText(link, hash, event.seal), link.hash))
        return { kind: 'reordered', sequence, eventId };
      hash = link.hash;
    }
    onProgress(page.length);
  }
  return hash === headHash ? undefined : { kind: 'removed', sequence: headSequence, eventId: undefined };
}

/** Checks the events without a place in the chain: they are pending, or somebody inserted them. */
async function checkPlaces(
  deps: JournalDeps,
  accountId: string,
  onProgress: (events: number) => void,
): Promise<{ readonly waiting: number; readonly tampering: Tampering | undefined }> {
  let waiting = 0;
  let afterId = '';
  for (;;) {
    const page = await eventPlaces(deps.database.reader, accountId, { afterId, limit: PAGE });
    for (const { linkedId, waitingId, ...event } of page) {
      if (linkedId !== null) continue;
      const at = { sequence: undefined, eventId: event.id };
      if (waitingId === null) return { waiting, tampering: { kind: 'added', ...at } };
      if (!isAsWritten(deps, event)) return { waiting, tampering: { kind: 'altered', ...at } };
      waiting += 1;
    }
    const last = page.at(-1);
    if (last === undefined) return { waiting, tampering: undefined };
    afterId = last.id;
    onProgress(page.length);
  }
}

/** Retention removes events from the beginning, and signs the new beginning of the chain: nothing else may. */
function isOwnBeginning({ vault }: JournalDeps, chain: Chain): boolean {
  const { accountId, anchorSequence, anchorHash, anchorSeal } = chain;
  if (anchorSequence === 0) return anchorHash === '';
  return vault.verify('journal-anchor', anchorText(accountId, anchorSequence, anchorHash), anchorSeal ?? '');
}

function isAsWritten({ vault }: JournalDeps, { seal, ...event }: EventRow): boolean {
  return vault.verify('journal-event', eventText(event), seal);
}
