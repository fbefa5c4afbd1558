import { Problem, refuseIssues } from '../../../kernel/problem.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { uploadComplete, uploadIncomplete } from '../problems.ts';
import { MAX_DOWNLOADS } from '../domain/release-issues.ts';
import type { ReleaseDownload, ReleasePlatform, ReleaseRow, UpdateFacts } from '../tables.ts';
import { completeUpload } from '../uploads/complete-upload.ts';
import { findFiles, findUpload, markUnused, useFiles } from '../uploads/store-uploads.ts';
import { deleteDownloads, insertDownloads } from './store-releases.ts';

/** A file of a release, by the key of its upload; the facts for updaters may be absent. */
export interface NewDownload extends Partial<UpdateFacts> {
  /** The name shown to customers. */
  readonly name: string;
  readonly key: string;
  readonly platform: ReleasePlatform;
}

/**
 * Completes the files that were sent directly to the storage with links. Missing ones stay unchanged: the next command
 * refuses them.
 */
export async function settleUploads(ctx: Context, downloads: readonly NewDownload[]): Promise<void> {
  if (ctx.storage.links === undefined || downloads.length > MAX_DOWNLOADS) return;
  const { reader } = ctx.database;
  const keys = downloads.map(({ key }) => key);
  const whole = new Set((await findFiles(reader, ctx.account.id, keys)).map(({ key }) => key));
  for (const key of keys) {
    if (whole.has(key)) continue;
    const upload = await findUpload(reader, ctx.account.id, key);
    if (upload !== undefined && upload.partBytes === null) await settle(ctx, key);
  }
}

async function settle(ctx: Context, key: string): Promise<void> {
  try {
    await completeUpload(ctx, key);
  } catch (error) {
    const passes: readonly string[] = [uploadIncomplete.kind.errorType, uploadComplete.kind.errorType];
    if (!(error instanceof Problem && passes.includes(error.errorType))) throw error;
  }
}

/**
 * Attaches these files to a release. Raises `InvalidInput` with every file that is unknown or incomplete, named by
 * `fieldOf` its place in the list.
 */
export async function attachFiles(
  tx: CommandTx,
  release: ReleaseRow,
  downloads: readonly NewDownload[],
  fieldOf = (index: number): string => `downloads[${index}].key`,
): Promise<void> {
  const keys = downloads.map(({ key }) => key);
  const files = new Map((await useFiles(tx, tx.account.id, keys)).map((file) => [file.key, file]));
  const issues: Record<string, string[]> = {};
  const rows = downloads.flatMap((download, index): ReleaseDownload[] => {
    const { name, key, platform } = download;
    const file = files.get(key);
    if (file === undefined) {
      issues[fieldOf(index)] = ['must be the key of a file that was uploaded as a whole'];
      return [];
    }
    const { accountId, productId, version } = release;
    const { sizeBytes, sha256, storageKey } = file;
    const place = { accountId, productId, version, downloadKey: key };
    return [{ ...place, name, platform, sizeBytes, sha256, storageKey, ...updateFacts(download) }];
  });
  refuseIssues(issues);
  await insertDownloads(tx, rows);
}

/** The facts for updaters, with defaults for missing ones. */
export function updateFacts({
  arch = 'Unknown',
  signatures = null,
  buildVersion = null,
  minimumSystemVersion = null,
}: Partial<UpdateFacts>): UpdateFacts {
  return { arch, signatures, buildVersion, minimumSystemVersion };
}

/** Removes files from a release; files without a release are deleted after a while. */
export async function detachFiles(
  tx: CommandTx,
  release: ReleaseRow,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await deleteDownloads(tx, release, keys);
  await markUnused(tx, tx.account.id, keys, tx.clock.now());
}
