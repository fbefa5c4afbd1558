import { compareVersions, formatVersion, type SemanticVersion } from '../../../kernel/version.ts';
import type { VersionHistory } from '../../../kernel/version-history.ts';
import { isAtLeast, readAppVersion } from './app-version.ts';

/** What a license covers: what either of its limits covers. Without any it covers every version. */
export interface ReleaseAccess {
  /** The end of its updates; versions that were published by then stay covered. */
  readonly updatesUntil: Date | null;
  /** The highest major version that it covers. */
  readonly upToMajor: number | null;
}

/** Whether a license with these limits covers less than it did before. */
export function coversLess(before: ReleaseAccess, after: ReleaseAccess): boolean {
  if (after.updatesUntil === null && after.upToMajor === null) return false;
  if (before.updatesUntil === null && before.upToMajor === null) return true;
  return (
    (before.updatesUntil?.getTime() ?? 0) > (after.updatesUntil?.getTime() ?? 0) ||
    (before.upToMajor ?? -1) > (after.upToMajor ?? -1)
  );
}

/** The same as in a token: with the highest version that is covered by updates once they have ended. */
export interface ReleaseCoverage {
  /** Seconds since the epoch. */
  readonly until?: number | undefined;
  readonly major?: number | undefined;
  readonly upto?: string | undefined;
}

/**
 * Whether a license covers the version that an application reports: the first line of the rule that applies (policies
 * section 1). Devices judge by the same rule, with the coverage in their token; docs/vectors/release-access.json tests
 * both.
 */
export function coversVersion(
  { until, major, upto }: ReleaseCoverage,
  appVersion: string | null | undefined,
  nowSeconds: number,
): boolean {
  const version = readAppVersion(appVersion);
  if ((until === undefined && major === undefined) || version === undefined) return true;
  if (major !== undefined && version.major <= major) return true;
  if (until === undefined) return false;
  if (nowSeconds <= until) return true;
  const highest = readAppVersion(upto);
  return highest === undefined || compareVersions(version, highest) <= 0;
}

/** The coverage of a license at a time, from what its product has published. */
export function coverageOf(
  { updatesUntil, upToMajor }: ReleaseAccess,
  history: VersionHistory,
  now: Date,
): ReleaseCoverage {
  const hasEnded = updatesUntil !== null && updatesUntil < now;
  const last = hasEnded ? history.findLast(({ from }) => from <= updatesUntil) : undefined;
  return {
    ...(updatesUntil !== null && { until: toSeconds(updatesUntil) }),
    ...(upToMajor !== null && { major: upToMajor }),
    ...(last !== undefined && { upto: formatVersion(last.highest) }),
  };
}

/** Whole seconds since the epoch. */
export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

/** The licenses that cover a version, in terms of their limits, so that a query can find them. */
export interface CoveringLimits {
  readonly major: number;
  /** Updates until this time or later cover it. */
  readonly leastUntil: Date;
  /** Updates that ended before anything was published cover everything; null: nothing was published yet. */
  readonly firstPublished: Date | null;
}

/** The highest version that is covered at a time; `undefined` where every version is. */
export function highestCovered(
  { until, major, upto }: ReleaseCoverage,
  nowSeconds: number,
): SemanticVersion | undefined {
  const isCurrent = until !== undefined && (nowSeconds <= until || upto === undefined);
  if (isCurrent || (until === undefined && major === undefined)) return undefined;
  const most = Number.MAX_SAFE_INTEGER;
  const ofMajor = major === undefined ? undefined : { major, minor: most, patch: most };
  const versions = [ofMajor, readAppVersion(upto)].flatMap((version) => version ?? []);
  return versions.toSorted(compareVersions).at(-1);
}

/** Whether a license with these limits covers the version that the limits are of: the same as `coversVersion`. */
export function isWithin(
  { updatesUntil, upToMajor }: ReleaseAccess,
  { major, leastUntil, firstPublished }: CoveringLimits,
): boolean {
  if (updatesUntil === null) return upToMajor === null || upToMajor >= major;
  if (upToMajor !== null && upToMajor >= major) return true;
  return updatesUntil >= leastUntil || firstPublished === null || updatesUntil < firstPublished;
}

/** The limits of licenses that cover a version. */
export function coveringLimits(version: SemanticVersion, history: VersionHistory, now: Date): CoveringLimits {
  const first = history.find(({ highest }) => isAtLeast(highest, version));
  const nowInSeconds = new Date(toSeconds(now) * 1_000);
  return {
    major: version.major,
    leastUntil: first !== undefined && first.from < nowInSeconds ? first.from : nowInSeconds,
    firstPublished: history[0]?.from ?? null,
  };
}

/** What a license covers, in a sentence, without the word that clients take for the end of a license. */
export function coverageText({ major, upto }: ReleaseCoverage, product: string): string {
  const parts = [
    ...(major === undefined ? [] : [`version ${major} and earlier ones`]),
    ...(upto === undefined ? [] : [`everything up to version ${upto}`]),
  ];
  return `The license of ${product} covers ${parts.join(', and ') || 'every version'}.`;
}
