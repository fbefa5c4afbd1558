import { defineProblem, notFound, type Problem } from '../../kernel/problem.ts';
import type { TokenRefusal } from './domain/token-decision.ts';

/**
 * 400 to applications and 409 to people: the license does not cover the version. Not final: versions that it covers
 * keep working.
 */
export const releaseNotCovered = defineProblem({
  status: 400,
  errorType: 'ReleaseNotCovered',
  title: 'The license does not cover this version',
});

/** 409: no license of the customer covers the version that asks for an activation. */
export const activationNotCovered = defineProblem({
  status: 409,
  errorType: 'ReleaseNotCovered',
  exampleName: 'ActivationNotCovered',
  title: 'No license covers this version',
  detail: 'None of the customer’s licenses covers this version of the application.',
});

/** 403: no license of the customer covers the version to download. */
export const downloadNotCovered = defineProblem({
  status: 403,
  errorType: 'ReleaseNotCovered',
  exampleName: 'DownloadNotCovered',
  title: 'No license covers this version',
});

/** 403: the customer has no license of the product that could be activated. */
export const productNotOwned = defineProblem({
  status: 403,
  errorType: 'ProductNotOwned',
  title: 'The customer does not own this product',
});

/** 403: the vendor has deactivated the product. */
export const productInactive = defineProblem({
  status: 403,
  errorType: 'ProductInactive',
  title: 'The product is not available',
});

/** 409: every seat of every license is in use. */
export const noFreeActivations = defineProblem({
  status: 409,
  errorType: 'NoFreeActivations',
  title: 'All activations are in use',
  detail:
    'Every seat of the license is in use. A device can be released in the customer’s account at the vendor (the customer portal).',
});

/** 400, definitive: the merchant has revoked the license. */
export const licenseRevoked = defineProblem({
  status: 400,
  errorType: 'LicenseRevoked',
  title: 'License has been revoked',
});

/** 400, definitive: the seat of this device was released. */
export const licenseActivationRevoked = defineProblem({
  status: 400,
  errorType: 'LicenseActivationRevoked',
  title: 'License has been revoked',
});

/** 400, definitive: the license expired. */
export const licenseExpired = defineProblem({
  status: 400,
  errorType: 'LicenseExpired',
  title: 'License has expired',
});

/** 400, definitive: not a license token of this account and product. */
export const invalidLicenseToken = defineProblem({
  status: 400,
  errorType: 'InvalidLicenseToken',
  title: 'The license token is not valid',
});

/** 403: the license belongs to another customer than the token names. */
export const licenseOwnerChanged = defineProblem({
  status: 403,
  errorType: 'LicenseOwnerChanged',
  title: 'The license has a new owner',
});

/** 400: the license has another owner now, so the device that is to be released no longer has a seat. */
export const seatOfFormerOwner = defineProblem({
  status: 400,
  errorType: 'LicenseOwnerChanged',
  exampleName: 'SeatOfFormerOwner',
  title: 'The license has a new owner',
});

/** 422: a proxy lost the body of the request; 400 would end the license on the device. */
export const licenseTokenMissing = defineProblem({
  status: 422,
  errorType: 'LicenseTokenMissing',
  title: 'The license token did not arrive',
});

/** 400: an application cannot release an offline activation. */
export const offlineToken = defineProblem({
  status: 400,
  errorType: 'OfflineToken',
  title: 'The license was activated offline',
});

/** 400, definitive, in the routes of sub-products: not a license token of this account and product. */
export const licenseInvalid = defineProblem({
  status: 400,
  errorType: 'LicenseInvalid',
  title: 'The license token is not valid',
});

/** 400: the customer does not own the sub-product, or has no free seat of it; `detail` says which. */
export const noEligibleLicense = defineProblem({
  status: 400,
  errorType: 'NoEligibleLicense',
  title: 'There is no license of the sub-product for this device',
});

/** 400: the sub-product is not included in the license of its product. */
export const subProductNotIncluded = defineProblem({
  status: 400,
  errorType: 'SubProductNotIncluded',
  title: 'The sub-product is not included in the license',
});

/** 400: the token belongs to a trial, which has no sub-products. */
export const trialToken = defineProblem({
  status: 400,
  errorType: 'TrialToken',
  title: 'The token belongs to a trial',
});

/** 400: the sub-product has no trials. */
export const subProductTrialsNotAllowed = defineProblem({
  status: 400,
  errorType: 'TrialsNotAllowed',
  exampleName: 'SubProductTrialsNotAllowed',
  title: 'This sub-product has no trials',
});

/** 400: a trial has no seat to release. */
export const trialsCannotBeRevoked = defineProblem({
  status: 400,
  errorType: 'TrialsCannotBeRevoked',
  title: 'Trials cannot be revoked',
});

/**
 * 403: the rules of the product, or of the account, do not let customers release this device; or its license has ended.
 */
export const releaseNotAllowed = defineProblem({
  status: 403,
  errorType: 'ReleaseNotAllowed',
  title: 'This device cannot be released',
});

/** 403: the product has no trials. */
export const trialsNotAllowed = defineProblem({
  status: 403,
  errorType: 'TrialsNotAllowed',
  title: 'This product has no trials',
});

/** 409: the device's only trial has ended. */
export const trialExpired = defineProblem({
  status: 409,
  errorType: 'TrialExpired',
  title: 'Trial has expired',
  detail: 'Trial has expired',
});

/** 409: a trial of this product on this device already exists; `instance` is its id. */
export const trialExists = defineProblem({
  status: 409,
  errorType: 'TrialExists',
  title: 'The device has already had a trial of this product',
  detail: 'This device has already had a trial of this product.',
});

/**
 * 409: the owner released a device of this license recently; `Retry-After` is the time until the next may be released.
 */
export const releaseTooSoon = defineProblem({
  status: 409,
  errorType: 'ReleaseTooSoon',
  title: 'A device was released recently',
  detail: 'Another device of this license was released a short while ago. Try again later.',
});

/** 400: licenses of this product do not work offline. */
export const offlineActivationNotAllowed = defineProblem({
  status: 400,
  errorType: 'OfflineActivationNotAllowed',
  title: 'Offline activation is not allowed',
});

/** 400: the request was not approved in time, or its token not fetched in time. */
export const activationRequestExpired = defineProblem({
  status: 400,
  errorType: 'ActivationRequestExpired',
  title: 'The activation request has expired',
});

/** 400: somebody cancelled the request in the browser. */
export const activationRequestCancelled = defineProblem({
  status: 400,
  errorType: 'ActivationRequestCancelled',
  title: 'The activation request was cancelled',
});

/** 409: the request was approved before. */
export const activationRequestFulfilled = defineProblem({
  status: 409,
  errorType: 'ActivationRequestFulfilled',
  title: 'The activation request has already been approved',
  detail: 'This activation request has already been approved. Return to the application.',
});

/** 409: the license cannot be upgraded in this way, or no longer. */
export const licenseNotUpgradable = defineProblem({
  status: 409,
  errorType: 'LicenseNotUpgradable',
  title: 'The license cannot be upgraded in this way',
  detail: 'The license that this purchase would change can no longer be changed in this way.',
});

/** 409: a license of the account has this external id; `instance` is the license's id. */
export const licenseExists = defineProblem({
  status: 409,
  errorType: 'LicenseExists',
  title: 'A license with this external id already exists',
  detail: 'A license of the account already has this external id.',
});

/** 409: more devices are active than the license would have seats. */
export const seatsInUse = defineProblem({
  status: 409,
  errorType: 'SeatsInUse',
  title: 'More devices are active than the license would have seats',
  detail: 'More devices are active on this license than it would have seats. Release devices first.',
});

/** 409: the end of a license follows its subscription, so that both always agree (subscriptions, section 1). */
export const endFollowsSubscription = defineProblem({
  status: 409,
  errorType: 'EndFollowsSubscription',
  title: 'The license ends with its subscription',
  detail: 'This license ends with its subscription. Extend or end the subscription instead.',
});

/** 409: the customer of a revoked license was deleted, so nobody can have it again. */
export const ownerDeleted = defineProblem({
  status: 409,
  errorType: 'OwnerDeleted',
  title: 'The customer of this license was deleted',
  detail: 'The customer of this license was deleted. Transfer it to another customer first, then restore it.',
});

/** The problem of each reason for refusing a token; `productName` is that of the product it was presented for. */
export const tokenRefusals: Record<TokenRefusal, (productName?: string) => Problem> = {
  InvalidToken: () =>
    invalidLicenseToken({ detail: 'The license token is not valid, or is for another product or account.' }),
  Gone: () => notFound({ detail: 'The license no longer exists.' }),
  OtherProduct: () => invalidLicenseToken({ detail: 'The license token belongs to another product.' }),
  OwnerChanged: () => licenseOwnerChanged({ detail: 'The license now belongs to another customer.' }),
  LicenseRevoked: () => licenseRevoked({ detail: 'License has been revoked' }),
  ActivationRevoked: () => licenseActivationRevoked({ detail: 'License has been revoked' }),
  LicenseExpired: () => licenseExpired({ detail: 'License has expired' }),
  ProductInactive: (productName = 'The product') =>
    productInactive({ detail: `${productName} is not available.` }),
};

/**
 * 409: a change of hosts would lead devices in use to another account; `detail` says how many, and how to confirm it.
 */
export const devicesAffected = defineProblem({
  status: 409,
  errorType: 'DevicesAffected',
  title: 'Devices in use would reach another account',
  detail: 'Devices in use would reach another account. Confirm their number to continue.',
});
