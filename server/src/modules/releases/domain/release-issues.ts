import { CHANNEL_FORM, hasForm } from './release-forms.ts';
import { compareVersions, parseVersion } from '../../../kernel/version.ts';

/** The facts of a release without its files. */
interface ReleaseFacts {
  readonly version: string;
  readonly channel: string;
  readonly minimumVersion: string | null;
}

/** A download in the caller's terms. */
interface NamedDownload {
  readonly name: string;
  readonly key: string;
  readonly platform: string;
}

/** The channel of releases for everybody. */
export const DEFAULT_CHANNEL = 'stable';
/** The maximum number of files of a release. */
export const MAX_DOWNLOADS = 200;

/** Every issue of a release's facts, by field. */
export function releaseIssues({ version, channel, minimumVersion }: ReleaseFacts): Record<string, string[]> {
  const issues: Record<string, string[]> = {};
  const own = parseVersion(version);
  if (own === undefined) issues['version'] = ['must be a semantic version such as 1.2.0'];
  if (!hasForm(channel, CHANNEL_FORM)) issues['channel'] = [CHANNEL_FORM.errorMessage];
  if (minimumVersion === null) return issues;
  const least = parseVersion(minimumVersion);
  if (least === undefined) issues['minimumSupportedVersion'] = ['must be a semantic version such as 1.2.0'];
  else if (own !== undefined && compareVersions(least, own) > 0)
    issues['minimumSupportedVersion'] = ['must not be above the version of the release'];
  return issues;
}

/** Every issue of the names, keys and number of downloads. */
export function downloadIssues(downloads: readonly NamedDownload[]): Record<string, string[]> {
  const issues: Record<string, string[]> = {};
  if (downloads.length > MAX_DOWNLOADS) issues['downloads'] = [`must have at most ${MAX_DOWNLOADS} entries`];
  const [names, keys] = [new Set<string>(), new Set<string>()];
  for (const [index, { name, key, platform }] of downloads.entries()) {
    const place = `${platform}/${name}`;
    if (!isFileName(name))
      issues[`downloads[${index}].name`] = ['must be a file name of at most 200 characters'];
    else if (names.has(place)) issues[`downloads[${index}].name`] = ['is used twice for the same platform'];
    if (keys.has(key)) issues[`downloads[${index}].key`] = ['is used twice'];
    names.add(place);
    keys.add(key);
  }
  return issues;
}

/** A plain name: no folders, no control characters, and no quotes, between which addresses hold it. */
function isFileName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[^\p{Cc}/\\"]+$/u.test(name) &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..'
  );
}
