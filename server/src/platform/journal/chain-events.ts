import type { Vault } from '../crypto/vault.ts';
import type { Database, Tx } from '../database/database.ts';
import { linkText } from './seal-text.ts';
import {
  insertLinks,
  type Link,
  lockChain,
  moveHead,
  nextUnchainedAccount,
  unchainedEvents,
} from './store-chain.ts';

export interface JournalDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'sign' | 'verify'>;
}

const MOST_OF_AN_ACCOUNT = 250;

export interface Chained {
  /** The accounts that have new links. */
  readonly accounts: ReadonlySet<string>;
  /** Why the events of some accounts still have none, by account. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/**
 * Appends newly committed events to the chains of their accounts until none are pending. The failure of one account
 * holds up no other.
 *
 * Events are appended in the order in which they are seen here, not by their ids: one with an early id that commits
 * late is appended later. Any number of processes may do this at once: the lock of a chain admits one at a time, and
 * unique indexes prevent two links with the same place or event.
 */
export async function chainEvents(deps: JournalDeps): Promise<Chained> {
  const { reader } = deps.database;
  const accounts = new Set<string>();
  const failures = new Map<string, unknown>();
  let accountId = await nextUnchainedAccount(reader, '');
  while (accountId !== undefined) {
    const id = accountId;
    let chained = 0;
    try {
      chained = await deps.database.transaction((tx) => chainEventsOf(deps, tx, id));
      accounts.add(id);
    } catch (error) {
      failures.set(id, error);
    }
    if (chained < MOST_OF_AN_ACCOUNT) accountId = await nextUnchainedAccount(reader, id);
  }
  return { accounts, failures };
}

async function chainEventsOf({ vault }: JournalDeps, tx: Tx, accountId: string): Promise<number> {
  const { headSequence, headHash } = await lockChain(tx, accountId);
  const events = await unchainedEvents(tx, accountId, MOST_OF_AN_ACCOUNT);
  if (events.length === 0) return 0;
  const links: Link[] = [];
  let hash = headHash;
  for (const [index, { eventId, seal }] of events.entries()) {
    const place = { accountId, sequence: headSequence + index + 1, eventId };
    hash = vault.sign('journal-link', linkText(place, hash, seal ?? ''));
    links.push({ ...place, hash });
  }
  await insertLinks(tx, accountId, links);
  await moveHead(tx, accountId, headSequence + links.length, hash);
  return links.length;
}
