export {
  activeKeyFacts,
  type ActiveKeyFacts,
  activeSigningKey,
  findVerificationKey,
  type KeyOwner,
  type PublicLicenseKey,
  publicLicenseKeys,
  type SigningKey,
  verificationKeys,
} from './account-keys.ts';
export { insertSigningKey, type NewSigningKey, newSigningKey } from './new-signing-key.ts';
export { dropRetiredKeys, rotateSigningKey, type Rotation } from './rotate-signing-key.ts';
export type { SigningPurpose } from './tables.ts';
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
