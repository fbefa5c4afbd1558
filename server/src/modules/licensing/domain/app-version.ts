import { compareVersions, type SemanticVersion } from '../../../kernel/version.ts';

const VERSION = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:\.\d+)?$/;
const MAX_NUMBER = 9_999_999;

/**
 * Reads the version that an application reports: two to four numbers, of which the third is 0 if it is missing and the
 * fourth is ignored; an optional `v`, and everything from the first `-`, `+` or space on, do not count. `undefined`
 * when it is anything else (policies section 1; deployed applications read it the same way).
 */
export function readAppVersion(text: string | null | undefined): SemanticVersion | undefined {
  const [number = ''] = (text ?? '').trim().split(/[-+ ]/, 1);
  const match = VERSION.exec(number);
  if (match === null) return undefined;
  const numbers = match.slice(1, 5).map((digits) => Number(digits ?? 0));
  const fourth = number.split('.')[3];
  if ([...numbers, Number(fourth ?? 0)].some((each) => each > MAX_NUMBER)) return undefined;
  const [major = 0, minor = 0, patch = 0] = numbers;
  return { major, minor, patch };
}

/** Whether a version is another one or higher. */
export function isAtLeast(version: SemanticVersion, least: SemanticVersion): boolean {
  return compareVersions(version, least) >= 0;
}
