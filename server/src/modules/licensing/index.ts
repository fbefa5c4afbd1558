export {
  type ActivationView,
  approveAsLicense,
  approveAsTrial,
  cancelActivation,
  isActivationCompleted,
  viewActivation,
} from './approve-activation.ts';
export { devicesInUse } from './devices-in-use.ts';
export { licenseStatus, type LicenseStatus } from './domain/license-state.ts';
export { readUsage, type Usage } from './domain/usage.ts';
export { isAddressAwaited, productsAwaitingProof, releaseLicenses } from './await-proof.ts';
export { type Grant, grantLicenses } from './grant-licenses.ts';
export {
  type ImportedActivation,
  importLicense,
  type LicenseImport,
  MAX_IMPORTED_ACTIVATIONS,
} from './import-license.ts';
export {
  type CustomerProducts,
  findOwnership,
  ownedProductIds,
  productsOfCustomers,
  replaceLicenseProperties,
  revokeLicense,
  revokeLicensesOf,
} from './manage-licenses.ts';
export {
  findProductRules,
  type LicensingRules,
  licensingRules,
  MAX_OFFLINE_DAYS,
  MAX_RELEASE_PAUSE_SECONDS,
  type ProductRules,
  replaceProductRules,
} from './licensing-rules.ts';
export { importTrial, replaceTrialProperties, type TrialImport, trialStatus } from './manage-trials.ts';
export {
  MAX_PROVISION_QUANTITY,
  MAX_PROVISION_REQUESTS,
  type ProvisionInput,
  provisionLicenses,
  type ProvisionRequest,
} from './provision-licenses.ts';
export {
  activateByDeviceToken,
  emptyHolding,
  holdingOf,
  invalidDeviceToken,
  ownerByLicenseToken,
  tokenOfActivation,
} from './inventory.ts';
export {
  activationRequestCancelled,
  activationRequestExpired,
  activationRequestFulfilled,
  invalidLicenseToken,
  licenseActivationRevoked,
  licenseExists,
  licenseExpired,
  licenseOwnerChanged,
  licenseRevoked,
  noFreeActivations,
  offlineActivationNotAllowed,
  offlineToken,
  productInactive,
  productNotOwned,
  releaseNotAllowed,
  releaseTooSoon,
  trialExists,
  trialExpired,
  trialsCannotBeRevoked,
  trialsNotAllowed,
} from './problems.ts';
export { mayRelease, releaseActivation } from './release-activation.ts';
export {
  isPollId,
  pollActivation,
  purgeActivationRequests,
  requestActivation,
  type RequestSecrets,
  unknownRequest,
} from './request-activation.ts';
export { type ActivationRequestInput, type Device, requestLicenseToken } from './request-license-token.ts';
export { requestTrialToken } from './request-trial-token.ts';
export { revokeLicenseToken } from './revoke-license-token.ts';
export {
  holdingsOf,
  type ListedActivation,
  listActivations,
  type ProductHolding,
} from './store-inventory.ts';
export { countFreeLicenses } from './store-ownership.ts';
export { findLicense, listLicenses, listOwnLicenses } from './store-licenses.ts';
export type { ListFilter } from './store-lists.ts';
export { findTrial, listTrials } from './store-trials.ts';
export { listTrialDays, listUsage, type UsageFilter } from './store-usage.ts';
export type {
  Activation,
  ActivationMethod,
  License,
  LicensingTables,
  Trial,
  TrialDay,
  UsageDay,
} from './tables.ts';
export { validateLicenseToken, type ValidationInput } from './validate-license-token.ts';
export type { Ownership } from './domain/ownership.ts';
