export {
  type ActivationView,
  approveAsLicense,
  approveAsTrial,
  cancelActivation,
  isActivationCompleted,
  viewActivation,
} from './browser-approval/approve-activation.ts';
export {
  describeMove,
  type HostMoves,
  movesOfAddition,
  movesOfNewDefault,
  movesOfRemoval,
  movesOfReplacement,
  refuseUnconfirmed,
} from './activations/host-moves.ts';
export { limitsOf } from './domain/license-changes.ts';
export {
  findUpgrade,
  upgradableLicenses,
  type UpgradeOffer,
  upgradesOf,
  upgradesOfCustomer,
} from './licenses/find-upgrades.ts';
export { licenseNames } from './licenses/license-names.ts';
export { upgradeLicense } from './licenses/upgrade-license.ts';
export { graceTemplate } from './grace/grace-template.ts';
export { graceFollower, graceJob, resumeGrace, startGraceOfPurchase } from './grace/give-grace.ts';
export { licenseStatus, trialStatus } from './domain/license-state.ts';
export { sortedBy } from './domain/sorted-by.ts';
export { readUsage, type Usage } from './domain/usage.ts';
export {
  awaitedBy,
  isAddressAwaited,
  productsAwaitingProof,
  redirectLicenses,
  releaseLicenses,
} from './licenses/await-proof.ts';
export { eraseLicenses } from './licenses/erase-licenses.ts';
export { moveLicenses } from './licenses/move-licenses.ts';
export { takeBackVoucherLicenses } from './licenses/take-back-vouchers.ts';
export { endLicenses, extendLicenses, makePerpetual } from './licenses/extend-licenses.ts';
export { joinSubscription, licensesByExternalId } from './licenses/join-subscription.ts';
export { keepFallback, leaveFallback } from './licenses/fallback-licenses.ts';
export {
  changePlanOfLicenses,
  endSurplusLicenses,
  lockUnitsInUse,
  subscribedLicenses,
} from './licenses/change-plan.ts';
export { type Grant, grantLicenses } from './licenses/grant-licenses.ts';
export { clientDeviceName, deviceFields } from './device-fields.ts';
export { deviceNameOf } from './domain/device-name.ts';
export {
  importLicense,
  importLicenses,
  licenseFields,
  type LicenseImport,
  licenseImportFields,
  licenseImportOf,
  dryRunLicenses,
} from './licenses/import-licenses.ts';
export { replaceLicenseProperties, revokeLicense, revokeLicensesOf } from './licenses/manage-licenses.ts';
export {
  giveBackOwned,
  type ReturnedUnits,
  restoreReturnedLicenses,
  restoreSuspendedLicenses,
  recordKeptLicenses,
  revokeReturnedLicenses,
  suspendLicenses,
  takeBackOwned,
  unitsInSubscription,
} from './licenses/take-back-licenses.ts';
export { recordDownload } from './licenses/record-download.ts';
export { recordExpiries } from './licenses/record-expiries.ts';
export { reissueLicense } from './licenses/reissue-license.ts';
export { restoreLicense } from './licenses/restore-license.ts';
export { transferLicense } from './licenses/transfer-license.ts';
export { updateLicense } from './licenses/update-license.ts';
export { usesOfChanges } from './changes/uses-of-changes.ts';
export {
  activationCounts,
  addOnsOfDevices,
  countFreeLicenses,
  type CustomerProducts,
  findActivation,
  findLicense,
  findLicenses,
  findOwnership,
  firstUses,
  licensesOfSubscriptions,
  licenseTimeline,
  listLicenses,
  listOwnLicenses,
  ownedProductIds,
  productsOfCustomers,
  holdingsOf,
  listActivations,
  listLicenseActivations,
  findTrial,
  listTrials,
  listTrialDays,
  listUsage,
  trialSales,
} from './queries.ts';
export {
  findProductRules,
  licensingRules,
  MAX_OFFLINE_DAYS,
  MAX_RELEASE_PAUSE_SECONDS,
  replaceProductRules,
  type RevisedRules,
} from './policies/licensing-rules.ts';
export {
  createLicensedProduct,
  type PolicyInput,
  type ProductPolicy,
  productPolicies,
  readProductPolicies,
  updateLicensedProduct,
} from './policies/product-policy.ts';
export {
  importTrial,
  importTrials,
  dryRunTrials,
  type TrialImport,
  trialImportFields,
  trialImportOf,
} from './trials/import-trials.ts';
export { replaceTrialProperties, resetTrial } from './trials/manage-trials.ts';
export {
  MAX_PROVISION_QUANTITY,
  MAX_PROVISION_REQUESTS,
  provisionLicenses,
} from './licenses/provision-licenses.ts';
export {
  activateByDeviceToken,
  emptyHolding,
  holdingOf,
  invalidDeviceToken,
  customerByTrialToken,
  ownerByLicenseToken,
  tokenOfActivation,
} from './activations/inventory.ts';
export {
  activationNotCovered,
  activationRequestCancelled,
  activationRequestExpired,
  activationRequestFulfilled,
  invalidLicenseToken,
  licenseActivationRevoked,
  endFollowsSubscription,
  licenseExists,
  licenseNotUpgradable,
  licenseExpired,
  licenseInvalid,
  licenseOwnerChanged,
  licenseTokenMissing,
  seatOfFormerOwner,
  licenseRevoked,
  noEligibleLicense,
  noFreeActivations,
  offlineActivationNotAllowed,
  offlineToken,
  ownerDeleted,
  productInactive,
  releaseNotCovered,
  downloadNotCovered,
  productNotOwned,
  releaseNotAllowed,
  releaseTooSoon,
  seatsInUse,
  subProductNotIncluded,
  subProductTrialsNotAllowed,
  trialExists,
  trialToken,
  trialExpired,
  trialsCannotBeRevoked,
  trialsNotAllowed,
  devicesAffected,
} from './problems.ts';
export { findDevices, findTrialsOfDevices } from './activations/find-devices.ts';
export { changeManyLicenses, type LicenseOutcome, type ManyLicensesChange } from './licenses/change-many.ts';
export { revokeActivation } from './activations/revoke-activation.ts';
export { coveredVersions, coverageOfOwner, type OwnerCoverage } from './activations/move-activation.ts';
export { mayRelease } from './policies/license-policy.ts';
export { releaseActivation } from './activations/release-activation.ts';
export {
  isPollId,
  pollActivation,
  purgeActivationRequests,
  requestActivation,
  unknownRequest,
} from './browser-approval/request-activation.ts';
export { type Device, requestLicenseToken } from './activations/request-license-token.ts';
export { requestTrialToken } from './trials/request-trial-token.ts';
export { activateSubProduct } from './add-ons/activate-sub-product.ts';
export { type ListedSubProduct, listSubProducts } from './add-ons/list-sub-products.ts';
export { startSubProductTrial } from './add-ons/start-sub-product-trial.ts';
export { revokeLicenseToken } from './activations/revoke-license-token.ts';
export type {
  Activation,
  ActivationCount,
  JoinableLicense,
  License,
  LicensingTables,
  ListedActivation,
  ListFilter,
  ProductHolding,
  Trial,
  TrialSales,
  UsageFilter,
} from './tables.ts';
export { type LicenseKeyUse, listLicenseKeyUse, removeUnusedLicenseKey } from './tokens/license-keys.ts';
export { validateLicenseToken } from './validation/validate-license-token.ts';
export { type Ownership, pricedCustomer } from './domain/ownership.ts';
