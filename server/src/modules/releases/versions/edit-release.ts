import { refuseIssues } from '../../../kernel/problem.ts';
import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { downloadIssues, MAX_DOWNLOADS, releaseIssues } from '../domain/release-issues.ts';
import { recordReleaseEvent } from '../events.ts';
import type { ReleaseDownload, ReleaseRow } from '../tables.ts';
import { attachFiles, detachFiles, type NewDownload, updateFacts } from './attach-files.ts';
import { inRelease, type ReleaseTarget, saveRelease } from './change-release.ts';
import { followChannel, publishIn } from './current-release.ts';
import { listDownloads } from './store-releases.ts';

/** New values of a release; an absent field stays unchanged. */
interface ReleaseEdit {
  readonly description?: string | undefined;
  readonly channel?: string | undefined;
  readonly minimumVersion?: string | null | undefined;
  /** A published release stays a security fix: what licenses cover never becomes less. */
  readonly isSecurityFix?: boolean | undefined;
  /** All files of the release, replacing the existing ones. */
  readonly downloads?: readonly NewDownload[] | undefined;
  readonly isPublished?: boolean | undefined;
}

/**
 * Changes a release, and replaces its files if the edit has some; a file stays when its key is among them. Raises the
 * problems of `inRelease`, `InvalidInput` with every issue, and `ReleaseYanked`.
 */
export async function editRelease(
  ctx: CommandContext,
  target: ReleaseTarget,
  { downloads, isPublished = false, ...fields }: ReleaseEdit,
): Promise<ReleaseRow> {
  if (downloads !== undefined) refuseIssues(downloadIssues(downloads));
  return inRelease(ctx, target, async (tx, { release, product }) => {
    const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    refuseIssues({ ...releaseIssues({ ...release, ...present }), ...fixIssues(release, fields) });
    const before = await downloadsOf(tx, release);
    if (downloads !== undefined) {
      await detachFiles(tx, release, before.map(keyOf));
      await attachFiles(tx, release, downloads);
    }
    const saved = await saveRelease(tx, release, present);
    recordEdit(tx, { ...release, downloads: before }, { ...saved, downloads: downloads ?? before });
    // Only a change of channel moves the current version: if a vendor went back to an older release, it stays there.
    if (saved.channel !== release.channel) await followChannel(tx, product, saved);
    return isPublished ? publishIn(tx, { release: saved, product }) : saved;
  });
}

/**
 * Adds a file to a release, replacing one with the same platform and name. Raises the problems of `inRelease`, and
 * `InvalidInput`.
 */
export async function addDownload(
  ctx: CommandContext,
  target: ReleaseTarget,
  download: NewDownload,
): Promise<ReleaseRow> {
  refuseIssues(ownIssues(download));
  return inRelease(ctx, target, async (tx, { release }) => {
    const before = await downloadsOf(tx, release);
    const others = before.filter(
      ({ name, platform }) => name !== download.name || platform !== download.platform,
    );
    refuseIssues(placeIssues(others, download));
    const replaced = before.filter((file) => !others.includes(file));
    await detachFiles(tx, release, replaced.map(keyOf));
    await attachFiles(tx, release, [download], () => 'key');
    const saved = await saveRelease(tx, release, {});
    recordEdit(tx, { ...release, downloads: before }, { ...saved, downloads: [...others, download] });
    return saved;
  });
}

function downloadsOf(
  tx: CommandTx,
  { accountId, productId, version }: ReleaseRow,
): Promise<ReleaseDownload[]> {
  return listDownloads(tx, accountId, productId, version);
}

const keyOf = ({ downloadKey }: ReleaseDownload): string => downloadKey;

function fixIssues(
  { isSecurityFix, publishedAt }: ReleaseRow,
  { isSecurityFix: becomesFix }: Pick<ReleaseEdit, 'isSecurityFix'>,
): Record<string, string[]> {
  const isTakenBack = isSecurityFix && publishedAt !== null && becomesFix === false;
  return isTakenBack ? { securityFix: ['must stay true, because licenses cover the published release'] } : {};
}

/** The issues of a single download, by its own fields. */
function ownIssues(download: NewDownload): Record<string, string[]> {
  const issues = Object.entries(downloadIssues([download]));
  return Object.fromEntries(
    issues.map(([field, messages]) => [field.replace('downloads[0].', ''), messages]),
  );
}

function placeIssues(others: readonly ReleaseDownload[], { key }: NewDownload): Record<string, string[]> {
  if (others.some(({ downloadKey }) => downloadKey === key))
    return { key: ['is the key of another file of this release'] };
  if (others.length >= MAX_DOWNLOADS)
    return { key: [`is one too many: a release has at most ${MAX_DOWNLOADS} files`] };
  return {};
}

interface Edited extends ReleaseRow {
  readonly downloads: readonly (NewDownload | ReleaseDownload)[];
}

/** Nothing is recorded if nothing changed. */
function recordEdit(tx: CommandTx, before: Edited, after: Edited): void {
  const changes = changedFields(factsOf(before), factsOf(after));
  if (changes === undefined) return;
  const { productId, version } = before;
  recordReleaseEvent(tx, {
    type: 'release.changed',
    subjects: { product: productId },
    data: { version, ...changes },
  });
}

function factsOf({ description, channel, minimumVersion, isSecurityFix, downloads }: Edited) {
  const files = downloads.map((file) => {
    const key = 'key' in file ? file.key : file.downloadKey;
    const { signatures, ...facts } = updateFacts(file);
    // The end of a signature differs with the file; its beginning may be the same.
    const { sparkle, tauri } = signatures ?? {};
    const signed = [sparkle, tauri].map((signature) => signature?.slice(-16) ?? null);
    return [`${file.platform}/${file.name}`, key, ...Object.values(facts), ...signed]
      .filter((text) => text !== null && text !== 'Unknown')
      .join(' ');
  });
  return { description, channel, minimumVersion, isSecurityFix, files: files.toSorted() };
}
