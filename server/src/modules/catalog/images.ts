import { notFound, refuseIssues } from '../../kernel/problem.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import { checkSafeUrl, checkText, checkWhole } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { type StoredImage, sweepImage } from './image-files.ts';
import { imageSizesJob } from './image-sizes.ts';
import { changeParts, freeSlot, listParts, type PartKind } from './item-parts.ts';
import { tooManyImages } from './problems.ts';
import { deleteImage, insertImage, listItemImages, saveImage } from './store-images.ts';
import type { ItemImageRow } from './tables.ts';

/** The texts and the place of an image; an absent field stays unchanged. */
interface ImageChanges {
  readonly alt?: string | undefined;
  /** The film that it stands for; null for none. */
  readonly videoUrl?: string | null | undefined;
  readonly position?: number | undefined;
}

/** An image after a change, with the revision of its item. */
export interface ChangedImage {
  readonly image: ItemImageRow;
  readonly revision: number;
}

const MOST_IMAGES = 10;
const MAX_ALT_CHARACTERS = 300;
/** Encoding takes a core for a second: not while a vendor adds the next image, or a server starts. Visitors do not wait. */
const SIZES_AFTER_MS = 60_000;

const IMAGES: PartKind<ItemImageRow> = {
  field: 'images',
  list: listItemImages,
  eventForm: ({ id, alt, videoUrl, position, sha256 }) => ({
    id,
    alt,
    ...(videoUrl !== null && { videoUrl }),
    position,
    sha256,
  }),
};

/** The images of a product or bundle, in their order, and its revision. Raises `NotFound`. */
export async function listImages(
  ctx: QueryContext,
  item: ItemReference,
): Promise<{ readonly images: readonly ItemImageRow[]; readonly revision: number }> {
  const { parts, revision } = await listParts(ctx, IMAGES, item);
  return { images: parts, revision };
}

/**
 * Adds a stored image to an item, by default after its others, and schedules its smaller forms. Raises `NotFound`,
 * `StaleRevision`, `InvalidInput`, and `TooManyImages` when it has ten.
 */
export function addImage(
  tx: CommandTx,
  item: ItemReference,
  file: StoredImage,
  { alt = '', videoUrl = null, position }: ImageChanges,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const slot = freeSlot(images, MOST_IMAGES);
    if (slot === undefined) throw tooManyImages();
    const image: ItemImageRow = {
      ...file,
      accountId: tx.account.id,
      productId: item.type === 'Product' ? item.id : null,
      bundleId: item.type === 'Bundle' ? item.id : null,
      slot,
      alt,
      videoUrl,
      position: position ?? (images.at(-1)?.position ?? -1) + 1,
      createdAt: tx.clock.now(),
    };
    refuseMistakes(image);
    await insertImage(tx, image);
    const runAt = new Date(tx.clock.now().getTime() + SIZES_AFTER_MS);
    await imageSizesJob.enqueue(tx, tx, { payload: { account: tx.account.id, id: image.id }, runAt });
    return image;
  });
}

/** Changes the text or the place of an image. Raises `NotFound`, `StaleRevision` and `InvalidInput`. */
export function updateImage(
  tx: CommandTx,
  item: ItemReference,
  imageId: string,
  { alt, videoUrl, position }: ImageChanges,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const before = imageOf(images, imageId);
    const image = {
      ...before,
      alt: alt ?? before.alt,
      videoUrl: videoUrl === undefined ? before.videoUrl : videoUrl,
      position: position ?? before.position,
    };
    refuseMistakes(image);
    await saveImage(tx, image);
    return image;
  });
}

/** Removes an image and schedules the removal of its file. Raises `NotFound` and `StaleRevision`. */
export function removeImage(
  tx: CommandTx,
  item: ItemReference,
  imageId: string,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const image = imageOf(images, imageId);
    await deleteImage(tx, tx.account.id, image.id);
    await sweepImage(tx, image);
    return image;
  });
}

async function change(
  tx: CommandTx,
  item: ItemReference,
  expectedRevision: number | undefined,
  run: (images: readonly ItemImageRow[]) => Promise<ItemImageRow>,
): Promise<ChangedImage> {
  const { part: image, revision } = await changeParts(tx, IMAGES, { item, expectedRevision }, run);
  return { image, revision };
}

function imageOf(images: readonly ItemImageRow[], id: string): ItemImageRow {
  const image = images.find((each) => each.id === id);
  if (image === undefined) throw notFound({ detail: `There is no image ${id}.` });
  return image;
}

function refuseMistakes({ alt, videoUrl, position }: ItemImageRow): void {
  const issues = issueList();
  checkText(issues, 'alt', alt, 0, MAX_ALT_CHARACTERS);
  if (videoUrl !== null) checkSafeUrl(issues, 'videoUrl', videoUrl);
  checkWhole(issues, 'position', position, -1_000_000, 1_000_000);
  refuseIssues(issues.all());
}
