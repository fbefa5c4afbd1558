/** The version of a release: `major.minor.patch`, without pre-release or build parts (core API, Versioning). */
export interface SemanticVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

const versionExpression = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Reads `major.minor.patch`. `undefined` when the text is anything else: a prefix, a pre-release, a number with a
 * leading zero, or one too large to be stored exactly. `formatVersion` turns the result back into the same text.
 */
export function parseVersion(text: string): SemanticVersion | undefined {
  const match = versionExpression.exec(text);
  if (match === null) return undefined;
  const version = { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) };
  return Object.values(version).every(Number.isSafeInteger) ? version : undefined;
}

/** The text of a version, `major.minor.patch`. */
export function formatVersion(version: SemanticVersion): string {
  return `${version.major}.${version.minor}.${version.patch}`;
}

/** Orders versions for `sort`, the lowest first: negative, zero or positive. */
export function compareVersions(a: SemanticVersion, b: SemanticVersion): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** Whether one version is higher than another; every version is higher than none. */
export function isHigherVersion(version: string, than: string | null): boolean {
  const [own, other] = [parseVersion(version), than === null ? undefined : parseVersion(than)];
  return other === undefined || (own !== undefined && compareVersions(own, other) > 0);
}
