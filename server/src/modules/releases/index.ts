export { createRelease, type ReleaseFile, type ReleaseInput } from './create-release.ts';
export { loadCurrentDownloads, type CurrentDownloads } from './load-downloads.ts';
export { publishRelease } from './publish-release.ts';
export { fileKeysOf, findRelease, haveDownloads, listDownloads } from './queries.ts';
export type { ReleaseDownload, ReleasePlatform, ReleaseRow } from './tables.ts';
