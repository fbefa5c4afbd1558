import { invalidInput } from '../../kernel/problem.ts';
import { parseVersion } from '../../kernel/version.ts';
import { transaction } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import type { FileContent } from '../../platform/storage/storage.ts';
import type { Context } from '../accounts/index.ts';
import { lockProduct } from '../catalog/index.ts';
import { recordReleaseEvent } from './events.ts';
import { releaseExists } from './problems.ts';
import { publishIn } from './publish-release.ts';
import { insertDownloads, insertRelease } from './store.ts';
import type { ReleaseDownload, ReleasePlatform, ReleaseRow } from './tables.ts';

/** A file of a new release. */
export interface ReleaseFile {
  /** The name that customers see. */
  readonly name: string;
  readonly platform: ReleasePlatform;
  readonly content: FileContent;
}

export interface ReleaseInput {
  readonly productId: string;
  /** Semantic version, `major.minor.patch`. */
  readonly version: string;
  /** The changelog. */
  readonly description?: string;
  readonly files: readonly ReleaseFile[];
  /** Makes it the product's current release at once. (false) */
  readonly isPublished?: boolean;
}

/**
 * Adds a release with its files; they are stored before anything is said of them. Raises `InvalidInput` with every
 * issue, `NotFound` for an unknown product and `ReleaseExists` when the product has this version.
 */
export async function createRelease(ctx: Context, input: ReleaseInput): Promise<ReleaseRow> {
  const errors = releaseErrors(input);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const downloads = await storeFiles(ctx, input);
  try {
    return await insertWithFiles(ctx, input, downloads);
  } catch (error) {
    await forgetFiles(ctx, downloads);
    throw error;
  }
}

function insertWithFiles(
  ctx: Context,
  input: ReleaseInput,
  downloads: readonly ReleaseDownload[],
): Promise<ReleaseRow> {
  const now = ctx.clock.now();
  const { productId, version, description = null, isPublished = false } = input;
  const row: ReleaseRow = {
    accountId: ctx.account.id,
    productId,
    version,
    description,
    publishedAt: isPublished ? now : null,
    createdAt: now,
  };
  return transaction(ctx, async (tx) => {
    await lockProduct(tx, productId);
    if (!(await insertRelease(tx, row))) throw releaseExists({ instance: version });
    await insertDownloads(tx, downloads);
    recordReleaseEvent(tx, {
      type: 'release.created',
      subjects: { product: productId },
      data: { version, files: downloads.length },
    });
    if (isPublished) await publishIn(tx, row, now);
    return row;
  });
}

async function storeFiles(ctx: Context, input: ReleaseInput): Promise<ReleaseDownload[]> {
  const downloads: ReleaseDownload[] = [];
  try {
    for (const { name, platform, content } of input.files) {
      const downloadKey = ctx.ids.guid();
      const storageKey = `releases/${downloadKey}`;
      const { size, sha256 } = await ctx.storage.put(storageKey, content);
      const { productId, version } = input;
      downloads.push({
        accountId: ctx.account.id,
        productId,
        version,
        downloadKey,
        name,
        platform,
        sizeBytes: size,
        sha256,
        storageKey,
      });
    }
    return downloads;
  } catch (error) {
    await forgetFiles(ctx, downloads);
    throw error;
  }
}

/** Files that nothing refers to only cost room, so a failure here must not hide the reason. */
async function forgetFiles(system: System, downloads: readonly ReleaseDownload[]): Promise<void> {
  const outcomes = await Promise.allSettled(
    downloads.map(({ storageKey }) => system.storage.delete(storageKey)),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      system.log.warn({ err: outcome.reason }, 'a file without a release could not be removed');
  }
}

const MAX_FILES = 200;

function releaseErrors({ version, files }: ReleaseInput): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (parseVersion(version) === undefined) errors['version'] = ['must be a semantic version such as 1.2.0'];
  if (files.length > MAX_FILES) errors['files'] = [`must have at most ${MAX_FILES} entries`];
  const names = new Set<string>();
  for (const [index, { name, platform }] of files.entries()) {
    const key = `${platform}/${name}`;
    if (!isFileName(name)) errors[`files[${index}].name`] = ['must be a file name of at most 200 characters'];
    else if (names.has(key)) errors[`files[${index}].name`] = ['is used twice for the same platform'];
    names.add(key);
  }
  return errors;
}

/** A plain name: no folders, no control characters, nothing that has a meaning to a shell's path. */
function isFileName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[^\p{Cc}/\\]+$/u.test(name) &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..'
  );
}
