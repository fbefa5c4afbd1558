import { Type } from '../../kernel/schema.ts';
import { ACTOR_KINDS } from '../context/actor.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Tx } from '../database/database.ts';
import type { AnyRow } from '../database/table-rows.ts';
import { readAs } from '../schema-check.ts';
import { anchorText, eventText, linkText } from './seal-text.ts';
import { moveHead, sealsOf } from './store-chain.ts';

const text = Type.String();
const maybeText = Type.Union([Type.String(), Type.Null()]);
const EventInput = Type.Object({
  accountId: text,
  id: text,
  type: text,
  actorKind: Type.Enum([...ACTOR_KINDS]),
  actorId: maybeText,
  addressGroup: maybeText,
  requestId: maybeText,
  subjects: Type.Array(text),
  data: Type.Record(Type.String(), Type.Unknown()),
  occurredAt: text,
});
const ChainInput = Type.Object({
  accountId: text,
  headSequence: Type.Integer(),
  anchorSequence: Type.Integer(),
  anchorHash: text,
  anchorSeal: maybeText,
});
const LinkInput = Type.Object({ accountId: text, sequence: Type.Integer(), eventId: text });

/** Signs a journal written by another instance. */
export interface JournalAdoption {
  /** Rows of a table of the journal as this instance would have written them; rows of other tables unchanged. */
  readonly adopt: (tx: Tx, table: string, rows: readonly AnyRow[]) => Promise<readonly AnyRow[]>;
  /** Sets the end of the chain to its last link. Call it when all rows are there. */
  readonly finish: (tx: Tx) => Promise<void>;
}

/**
 * Adopts the journal of an account in its order. Seals and hashes depend only on the instance secret, so under the same
 * secret they do not change. The tables have to be read in the order events, chains, links; rows have moments as texts.
 */
export function adoptJournal({ vault }: { readonly vault: Vault }): JournalAdoption {
  let chain: { readonly accountId: string; readonly headSequence: number } | undefined;
  let hash = '';
  const adoptEvent = (row: AnyRow): AnyRow => {
    const event = inputOf(EventInput, row);
    const seal = vault.sign('journal-event', eventText({ ...event, occurredAt: new Date(event.occurredAt) }));
    return { ...row, seal };
  };
  const adoptChain = (row: AnyRow): AnyRow => {
    const input = inputOf(ChainInput, row);
    chain = input;
    hash = input.anchorHash;
    if (input.anchorSeal === null) return row;
    const content = anchorText(input.accountId, input.anchorSequence, input.anchorHash);
    return { ...row, anchorSeal: vault.sign('journal-anchor', content) };
  };
  const adoptLinks = async (tx: Tx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
    const links = rows.map((row) => inputOf(LinkInput, row));
    const ids = links.map(({ eventId }) => eventId);
    const seals = await sealsOf(tx, links[0]?.accountId ?? '', ids);
    return links.map((link) => {
      hash = vault.sign('journal-link', linkText(link, hash, seals.get(link.eventId) ?? ''));
      return { ...link, hash };
    });
  };
  return {
    adopt: async (tx, table, rows) => {
      if (table === 'journal_events') return rows.map(adoptEvent);
      if (table === 'journal_chains') return rows.map(adoptChain);
      return table === 'journal_links' ? adoptLinks(tx, rows) : rows;
    },
    finish: async (tx) => {
      if (chain !== undefined) await moveHead(tx, chain.accountId, chain.headSequence, hash);
    },
  };
}

function inputOf<Schema extends Parameters<typeof readAs>[0]>(schema: Schema, row: AnyRow) {
  const input = readAs(schema, row);
  if (input === undefined) throw new Error('a row of the journal does not have the fields of one');
  return input;
}
