import type { License } from './license.ts';

/** What a license covers where it does not cover every version; times are in milliseconds since 1970. */
export interface ReleaseAccess {
  /** The end of the updates. */
  readonly updatesUntil?: number;
  /** The highest major version. */
  readonly upToMajor?: number;
  /** Once the updates have ended: the highest version that was published by then. */
  readonly upToVersion?: string;
}

const MOST = 9_999_999;
const VERSION = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:\.(\d+))?$/;

/**
 * Whether the license covers a version of the application, by the same rule as the server (docs/vectors). A version that
 * cannot be read is covered. Without a network, this is the answer; the server may know a license that covers more.
 */
export function covers(
  { releaseAccess }: Pick<License, 'releaseAccess'>,
  version: string,
  now: number = Date.now(),
): boolean {
  const parts = readVersion(version);
  const { updatesUntil, upToMajor, upToVersion } = releaseAccess ?? {};
  if ((updatesUntil === undefined && upToMajor === undefined) || parts === undefined) return true;
  if (upToMajor !== undefined && (parts[0] ?? 0) <= upToMajor) return true;
  if (updatesUntil === undefined) return false;
  if (Math.floor(now / 1_000) * 1_000 <= updatesUntil) return true;
  const highest = upToVersion === undefined ? undefined : readVersion(upToVersion);
  return highest === undefined || compare(parts, highest) <= 0;
}

/** Three numbers; undefined when the text is not a version that can be compared. */
function readVersion(text: string): readonly number[] | undefined {
  const [start = ''] = text.trim().split(/[-+ ]/, 1);
  const match = VERSION.exec(start);
  if (match === null) return undefined;
  const numbers = match.slice(1).map((part) => Number(part ?? 0));
  return numbers.every((number) => number <= MOST) ? numbers.slice(0, 3) : undefined;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
