import { compareVersions, type SemanticVersion } from './version.ts';

/** A version that was published, whether or not it was withdrawn later. */
interface PublishedVersion {
  readonly version: SemanticVersion;
  readonly publishedAt: Date;
  /** It is for everybody who may have an earlier version of its line: of the same major and minor number. */
  readonly isSecurityFix: boolean;
}

/**
 * The highest version that whoever had updates until a time may have, from each publication on, in their order: the
 * highest one published by then, or a later security fix of its line.
 */
export type VersionHistory = readonly { readonly from: Date; readonly highest: SemanticVersion }[];

export function versionHistory(versions: readonly PublishedVersion[]): VersionHistory {
  const fixes = new Map<string, SemanticVersion>();
  for (const { version, isSecurityFix } of versions)
    if (isSecurityFix) fixes.set(lineOf(version), higher(version, fixes.get(lineOf(version))));
  let highest: SemanticVersion | undefined;
  return versions
    .toSorted((one, other) => one.publishedAt.getTime() - other.publishedAt.getTime())
    .map(({ version, publishedAt }) => {
      highest = higher(version, highest);
      return { from: publishedAt, highest: higher(highest, fixes.get(lineOf(highest))) };
    });
}

function lineOf({ major, minor }: SemanticVersion): string {
  return `${major}.${minor}`;
}

function higher(one: SemanticVersion, other: SemanticVersion | undefined): SemanticVersion {
  return other !== undefined && compareVersions(other, one) > 0 ? other : one;
}
