export {
  activeKeyFacts,
  activeSigningKey,
  findVerificationKey,
  licenseSigningKey,
  publicLicenseKeys,
  type SigningKey,
  verificationKeys,
} from './account-keys.ts';
export { insertSigningKey, newSigningKey } from './new-signing-key.ts';
export { dropRetiredKeys, rotateSigningKey, type Rotation } from './rotate-signing-key.ts';
export {
  addLicenseKey,
  createLicenseKey,
  importLicenseKey,
  type LicenseKey,
  listLicenseKeys,
  prepareLicenseKey,
  removeLicenseKey,
} from './manage-license-keys.ts';
export { signingKeyExists, signingKeyInUse } from './problems.ts';
