export {
  activeKeyFacts,
  activeSigningKey,
  findVerificationKey,
  publicLicenseKeys,
  type SigningKey,
  verificationKeys,
} from './account-keys.ts';
export { insertSigningKey, newSigningKey } from './new-signing-key.ts';
export { dropRetiredKeys, rotateSigningKey, type Rotation } from './rotate-signing-key.ts';
export {
  addLicenseKey,
  importLicenseKey,
  type LicenseKey,
  listLicenseKeys,
  prepareLicenseKey,
  removeLicenseKey,
  rotateLicenseKey,
} from './manage-license-keys.ts';
export { signingKeyActive, signingKeyExists } from './problems.ts';
