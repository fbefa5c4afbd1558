import { defineProblem, invalidInput, notFound } from '../../kernel/problem.ts';

/** 409: the product has a release with this version; `instance` is the version. */
export const releaseExists = defineProblem({
  status: 409,
  errorType: 'ReleaseExists',
  title: 'A release with this version already exists',
  detail: 'The product already has a release with this version. Update that release instead.',
});

/** 409: a release that was yanked cannot be published; `instance` is the version. */
export const releaseYanked = defineProblem({
  status: 409,
  errorType: 'ReleaseYanked',
  title: 'The release was yanked',
  detail: 'This release was yanked. Restore it before you publish it again.',
});

/** 409: the file of this upload is already stored; `instance` is its key. */
export const uploadComplete = defineProblem({
  status: 409,
  errorType: 'UploadComplete',
  title: 'The file has already been uploaded',
  detail: 'The file of this upload is already stored. Prepare another upload for another file.',
});

/** 409: bytes of the upload are missing; `instance` is its key. */
export const uploadIncomplete = defineProblem({
  status: 409,
  errorType: 'UploadIncomplete',
  title: 'The file has not been uploaded yet',
  detail: 'The file of this upload has not arrived yet.',
});

/** 409: another request is sending or completing the file of the upload; `instance` is its key. */
export const uploadBusy = defineProblem({
  status: 409,
  errorType: 'UploadBusy',
  title: 'The upload is in use',
  detail: 'The file of this upload is being sent or assembled. Try again in a moment.',
});

/** 404: the account has no such upload. */
export function uploadNotFound(key: string): Error {
  return notFound({ detail: `There is no upload ${key}.` });
}

/** 400: the file that was sent is not the announced one. */
export function wrongFile(message: string): Error {
  return invalidInput({ errors: { body: [message] } });
}

/** 404: the product has no such release. */
export function releaseNotFound(productId: string, version: string): Error {
  return notFound({ detail: `There is no release ${version} of ${productId}.` });
}

/**
 * Missing bytes may arrive and other requests may finish at any moment, so a refusal because of either is never final.
 */
export const TRANSIENT = { headers: { 'retry-after': '2' } };
