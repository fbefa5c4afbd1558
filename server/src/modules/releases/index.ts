export { CHANNEL_FORM, hasForm, SIGNATURE_FORMS } from './domain/release-forms.ts';
export { DEFAULT_CHANNEL, MAX_DOWNLOADS } from './domain/release-issues.ts';
export { releaseExists, releaseYanked, uploadBusy, uploadComplete, uploadIncomplete } from './problems.ts';
export type { ReleaseArch, ReleaseDownload, ReleasePlatform, ReleaseRow } from './tables.ts';
export { completeUpload } from './uploads/complete-upload.ts';
export { isFileKey } from './uploads/places.ts';
export { foreignFileKeys, newestStorageKeys, storageKeysInUse } from './uploads/file-keys.ts';
export { prepareUpload } from './uploads/prepare-upload.ts';
export { receivePart, receiveUpload } from './uploads/receive-upload.ts';
export { addFile } from './uploads/add-file.ts';
export {
  purgeBrokenFiles,
  purgeUnusedFiles,
  purgeUploads,
  removeBytes,
  sweepAccount,
  sweepJob,
} from './uploads/sweep-files.ts';
export {
  linkSeconds,
  newUploadView,
  storageLink,
  type UploadPart,
  type UploadView,
  viewUpload,
} from './uploads/view-upload.ts';
export { settleUploads } from './versions/attach-files.ts';
export type { ReleaseTarget } from './versions/change-release.ts';
export { createRelease, createReleaseFromFiles, type ReleaseFile } from './versions/create-release.ts';
export { addDownload, editRelease } from './versions/edit-release.ts';
export { listUpdates, type Update, type UpdateFile } from './versions/list-updates.ts';
export {
  loadCurrentDownloads,
  type CurrentDownloads,
  loadVersionHistories,
  readVersionHistory,
} from './versions/load-downloads.ts';
export { publishRelease } from './versions/current-release.ts';
export {
  downloadsByVersion,
  findLatestVersion,
  findOfferedRelease,
  findRelease,
  productsWithDownloads,
  listDownloads,
  listReleases,
} from './versions/read-releases.ts';
export { restoreRelease, yankRelease } from './versions/yank-release.ts';
