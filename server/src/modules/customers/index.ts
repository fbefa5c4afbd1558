export {
  changePassword,
  changeProfile,
  confirmCustomerEmail,
  type ProfileChanges,
  raiseSessionEpoch,
  rehashPassword,
} from './change-customer.ts';
export {
  assignEmail,
  changeEmail,
  settleEmailChange,
  purgeEmailChanges,
  restorePreviousEmail,
} from './change-email.ts';
export { absorbCustomer, type CustomerMerge } from './absorb-customer.ts';
export { addCustomer, ensureCustomer, ensureLockedCustomer, type NewCustomer } from './ensure-customer.ts';
export { eraseMerged, eraseProfile, eraseRemains, eraseSubscription } from './erase-profile.ts';
export type { MovedThings } from './events.ts';
export { addNote, listNotes, removeNote } from './notes.ts';
export { recordExport } from './record-export.ts';
export { recordSessionsEnded } from './record-sessions-ended.ts';
export { replaceCustomerProperties } from './replace-properties.ts';
export {
  customerTimeline,
  customersMergedInto,
  findCurrentCustomer,
  findCustomer,
  findCustomerByEmail,
  findEmailChange,
  findEmailChangeFrom,
  findErasedWithRemains,
  findMerges,
  formerEmails,
  hasAddress,
  listCustomers,
  listCustomersByEmail,
  lockCurrentCustomer,
  lockCustomer,
  mailsToCustomer,
  namesOfCustomers,
} from './queries.ts';
export {
  CommunicationPreferencesInput,
  CustomerAddressInput,
  addressFields,
  customerImportFields,
  customerImportOf,
} from './import-fields.ts';
export {
  importCustomers,
  prepareCustomerImports,
  type ProveImported,
  dryRunCustomers,
} from './import-customers.ts';
export { findOwners, type OwnerFinder, type OwnerReference } from './find-owners.ts';
export { checkAddress, toAddress, type Address, type AddressInput } from './domain/address.ts';
export { checkDetails } from './domain/details.ts';
export { checkEmail, emailKey } from './domain/email.ts';
export { checkLine, checkName, isBlank, toLine } from './domain/name.ts';
export { NO_MAIL, preferenceChanges, type PreferencesInput } from './domain/preferences.ts';
export { importCustomer, opensProvenAddress, prepareCustomerImport } from './import-customer.ts';
export { searchCustomers } from './search-customers.ts';
export { customerExists, emailInUse } from './problems.ts';
export type { Customer, CustomerNote, CustomerTables, EmailChange, Owner } from './tables.ts';
export {
  changeNewsletter,
  confirmNewsletter,
  type NewsletterChoice,
  purgeSubscriptions,
  requestNewsletter,
} from './newsletter.ts';
export { newsletterConfirmTemplate, newsletterWelcomeTemplate } from './newsletter-templates.ts';
export { checkPassword } from './password-rules.ts';
