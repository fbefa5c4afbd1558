import type { Clock } from '../../kernel/clock.ts';
import type { Tx } from '../database/database.ts';
import type { JournalDeps } from './chain-events.ts';
import { firstIdOf } from './event-id.ts';
import { anchorText } from './seal-text.ts';
import { lockChain } from './store-chain.ts';
import { accountWithEventBefore, deleteLinkedEvents, linksAfter, moveAnchor } from './store-retention.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const MOST = 250;

/**
 * Removes at most 250 events of one account that happened more than `keptDays` ago, from the beginning of its chain,
 * and returns their number; 0 when none are left. The chain then begins behind them and can still be checked. Only
 * events in the chain are removed. With 0 days events are kept forever.
 */
export async function purgeEvents(
  { clock, database, vault }: JournalDeps & { readonly clock: Clock },
  retentionDays: number,
): Promise<number> {
  if (retentionDays === 0) return 0;
  const before = firstIdOf(new Date(clock.now().getTime() - retentionDays * DAY_MS));
  const accountId = await accountWithEventBefore(database.reader, before);
  return accountId === undefined
    ? 0
    : database.transaction((tx) => purgeEventsOf(vault, tx, accountId, before));
}

async function purgeEventsOf(
  vault: JournalDeps['vault'],
  tx: Tx,
  accountId: string,
  before: string,
): Promise<number> {
  const { anchorSequence } = await lockChain(tx, accountId);
  const links = await linksAfter(tx, accountId, anchorSequence, MOST);
  const end = links.findIndex(({ eventId }) => eventId >= before);
  const over = end === -1 ? links : links.slice(0, end);
  const last = over.at(-1);
  if (last === undefined) return 0;
  await deleteLinkedEvents(tx, accountId, over);
  const seal = vault.sign('journal-anchor', anchorText(accountId, last.sequence, last.hash));
  await moveAnchor(tx, last, seal);
  return over.length;
}
