export { licenseStatus, type LicenseStatus } from './domain/license-state.ts';
export { readUsage, type Usage, USAGE_PLATFORMS } from './domain/usage.ts';
export { type Grant, grantLicenses } from './grant-licenses.ts';
export {
  type CustomerProducts,
  ownedProductIds,
  productsOfCustomers,
  replaceLicenseProperties,
  revokeLicense,
  revokeLicensesOf,
} from './manage-licenses.ts';
export {
  MAX_PROVISION_QUANTITY,
  MAX_PROVISION_REQUESTS,
  type ProvisionInput,
  provisionLicenses,
  type ProvisionRequest,
} from './provision-licenses.ts';
export { type ActivationRequestInput, type Device, requestLicenseToken } from './request-license-token.ts';
export { revokeLicenseToken } from './revoke-license-token.ts';
export { findLicense, type LicenseFilter, listLicenses } from './store-licenses.ts';
export type { Activation, ActivationMethod, License, LicensingTables } from './tables.ts';
export { validateLicenseToken, type ValidationInput } from './validate-license-token.ts';
