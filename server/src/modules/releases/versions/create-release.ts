import { refuseIssues } from '../../../kernel/problem.ts';
import { parseVersion } from '../../../kernel/version.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { FileContent } from '../../../platform/storage/storage.ts';
import type { AccountContext, CommandContext, Context } from '../../accounts/index.ts';
import { lockProduct } from '../../catalog/index.ts';
import { DEFAULT_CHANNEL, downloadIssues, releaseIssues } from '../domain/release-issues.ts';
import { recordReleaseEvent } from '../events.ts';
import { releaseExists } from '../problems.ts';
import type { ReleasePlatform, ReleaseRow, UpdateFacts } from '../tables.ts';
import { addFile } from '../uploads/add-file.ts';
import { attachFiles, type NewDownload } from './attach-files.ts';
import { publishIn } from './current-release.ts';
import { insertRelease } from './store-releases.ts';

interface ReleaseInput {
  readonly productId: string;
  /** Semantic version, `major.minor.patch`. */
  readonly version: string;
  /** The changelog. */
  readonly description?: string | undefined;
  /** The update channel. (`stable`) */
  readonly channel?: string | undefined;
  /** Versions below this one are no longer supported. */
  readonly minimumVersion?: string | null | undefined;
  /** Licenses that cover an earlier version of its line cover it, too. (false) */
  readonly isSecurityFix?: boolean | undefined;
  readonly downloads: readonly NewDownload[];
  /** Makes it available to customers immediately. (false) */
  readonly isPublished?: boolean | undefined;
}

/**
 * Adds a release with files that were uploaded. `settleUploads` comes first. Raises `InvalidInput` with every issue,
 * `NotFound` for an unknown product and `ReleaseExists` when the product has this version.
 */
export async function createRelease(ctx: CommandContext, input: ReleaseInput): Promise<ReleaseRow> {
  const now = ctx.clock.now();
  const row = rowOf(ctx, input, now);
  refuseIssues({ ...releaseIssues(row), ...downloadIssues(input.downloads) });
  return transaction(ctx, async (tx) => {
    const product = await lockProduct(tx, row.productId);
    if (!(await insertRelease(tx, row))) throw releaseExists({ instance: row.version });
    await attachFiles(tx, row, input.downloads);
    recordReleaseEvent(tx, {
      type: 'release.created',
      subjects: { product: row.productId },
      data: { version: row.version, channel: row.channel, files: input.downloads.length },
    });
    return input.isPublished === true ? publishIn(tx, { release: row, product }) : row;
  });
}

function rowOf(ctx: AccountContext, input: ReleaseInput, now: Date): ReleaseRow {
  const { productId, version, description = null, channel = DEFAULT_CHANNEL, minimumVersion = null } = input;
  const { major, minor, patch } = parseVersion(version) ?? { major: 0, minor: 0, patch: 0 };
  return {
    accountId: ctx.account.id,
    productId,
    version,
    versionMajor: major,
    versionMinor: minor,
    versionPatch: patch,
    channel,
    description,
    minimumVersion,
    isSecurityFix: input.isSecurityFix ?? false,
    publishedAt: null,
    yankedAt: null,
    yankReason: null,
    revision: 1,
    createdAt: now,
  };
}

/** A file of a new release that this process has. */
export interface ReleaseFile extends Partial<UpdateFacts> {
  /** The name shown to customers. */
  readonly name: string;
  readonly platform: ReleasePlatform;
  readonly content: FileContent;
}

/** The same with files of this process, which are stored first. */
export async function createReleaseFromFiles(
  ctx: Context,
  { files, ...input }: Omit<ReleaseInput, 'downloads'> & { readonly files: readonly ReleaseFile[] },
): Promise<ReleaseRow> {
  const names = files.map(({ name, platform }, index) => ({ name, platform, key: String(index) }));
  refuseIssues({
    ...releaseIssues(rowOf(ctx, { ...input, downloads: [] }, ctx.clock.now())),
    ...downloadIssues(names),
  });
  const downloads: NewDownload[] = [];
  for (const { content, ...download } of files) {
    const { key } = await addFile(ctx, content);
    downloads.push({ ...download, key });
  }
  return createRelease(ctx, { ...input, downloads });
}
