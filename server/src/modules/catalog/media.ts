import { notFound, refuseIssues } from '../../kernel/problem.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import { checkText, checkWhole } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { changeParts, type ChangedPart, freeSlot, listParts, type PartKind } from './item-parts.ts';
import { type StoredMedia, sweepMedia } from './media-files.ts';
import { tooManyMedia } from './problems.ts';
import { deleteMedia, insertMedia, listItemMedia, saveMedia } from './store-media.ts';
import type { ItemMediaRow } from './tables.ts';

/** The title and the place of a sound or film; an absent field stays unchanged. */
interface MediaChanges {
  readonly title?: string | undefined;
  readonly position?: number | undefined;
}

const MOST_MEDIA = 10;
const MAX_TITLE_CHARACTERS = 200;

const MEDIA: PartKind<ItemMediaRow> = {
  field: 'media',
  list: listItemMedia,
  eventForm: ({ id, title, position, sha256 }) => ({ id, title, position, sha256 }),
};

/** The sounds and films of a product or bundle, in their order, and its revision. Raises `NotFound`. */
export async function listMedia(
  ctx: QueryContext,
  item: ItemReference,
): Promise<{ readonly media: readonly ItemMediaRow[]; readonly revision: number }> {
  const { parts, revision } = await listParts(ctx, MEDIA, item);
  return { media: parts, revision };
}

/**
 * Adds a stored sound or film to an item, by default after its others. The same file again is the one that the item
 * has, so that an upload can be repeated. Raises `NotFound`, `StaleRevision`, `InvalidInput`, and `TooManyMedia` when
 * it has ten.
 */
export function addMedia(
  tx: CommandTx,
  item: ItemReference,
  file: StoredMedia,
  { title = '', position }: MediaChanges,
  expectedRevision?: number,
): Promise<ChangedPart<ItemMediaRow>> {
  return changeParts(tx, MEDIA, { item, expectedRevision }, async (list) => {
    const same = list.find(({ sha256 }) => sha256 === file.sha256);
    if (same !== undefined) {
      await sweepMedia(tx, file);
      return same;
    }
    const slot = freeSlot(list, MOST_MEDIA);
    if (slot === undefined) throw tooManyMedia();
    const media: ItemMediaRow = {
      ...file,
      accountId: tx.account.id,
      productId: item.type === 'Product' ? item.id : null,
      bundleId: item.type === 'Bundle' ? item.id : null,
      slot,
      title,
      position: position ?? (list.at(-1)?.position ?? -1) + 1,
      createdAt: tx.clock.now(),
    };
    refuseMistakes(media);
    await insertMedia(tx, media);
    return media;
  });
}

/** Changes the title or the place of a sound or film. Raises `NotFound`, `StaleRevision` and `InvalidInput`. */
export function updateMedia(
  tx: CommandTx,
  item: ItemReference,
  mediaId: string,
  { title, position }: MediaChanges,
  expectedRevision?: number,
): Promise<ChangedPart<ItemMediaRow>> {
  return changeParts(tx, MEDIA, { item, expectedRevision }, async (list) => {
    const before = mediaOf(list, mediaId);
    const media = { ...before, title: title ?? before.title, position: position ?? before.position };
    refuseMistakes(media);
    await saveMedia(tx, media);
    return media;
  });
}

/** Removes a sound or film and schedules the removal of its file. Raises `NotFound` and `StaleRevision`. */
export function removeMedia(
  tx: CommandTx,
  item: ItemReference,
  mediaId: string,
  expectedRevision?: number,
): Promise<ChangedPart<ItemMediaRow>> {
  return changeParts(tx, MEDIA, { item, expectedRevision }, async (list) => {
    const media = mediaOf(list, mediaId);
    await deleteMedia(tx, tx.account.id, media.id);
    await sweepMedia(tx, media);
    return media;
  });
}

function mediaOf(list: readonly ItemMediaRow[], id: string): ItemMediaRow {
  const media = list.find((each) => each.id === id);
  if (media === undefined) throw notFound({ detail: `There is no sound or film ${id}.` });
  return media;
}

function refuseMistakes({ title, position }: ItemMediaRow): void {
  const issues = issueList();
  checkText(issues, 'title', title, 1, MAX_TITLE_CHARACTERS);
  checkWhole(issues, 'position', position, -1_000_000, 1_000_000);
  refuseIssues(issues.all());
}
