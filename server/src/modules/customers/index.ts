export { type CustomerEvent, recordCustomerEvent } from './events.ts';
export {
  addCustomer,
  ensureCustomer,
  ensureLockedCustomer,
  newCustomer,
  type NewCustomer,
} from './ensure-customer.ts';
export {
  findCustomer,
  findCustomerByEmail,
  insertCustomer,
  listCustomers,
  lockCustomer,
  raiseSessionEpoch,
  updateCustomer,
  type CustomerChanges,
} from './store.ts';
export {
  deleteEmailChange,
  deleteOldEmailChanges,
  findEmailChange,
  findEmailChangeFrom,
  findReservation,
  saveEmailChange,
} from './store-email-changes.ts';
export { checkAddress, toAddress, type Address, type AddressInput } from './domain/address.ts';
export { checkEmail, emailKey } from './domain/email.ts';
export { NO_MAIL, preferenceChanges, type Preferences, type PreferencesInput } from './domain/preferences.ts';
export { emailInUse } from './problems.ts';
export type { Customer, CustomerTables, EmailChange } from './tables.ts';
export {
  changeNewsletter,
  confirmNewsletter,
  type NewsletterChoice,
  type NewsletterCode,
  purgeSubscriptions,
  requestNewsletter,
} from './newsletter.ts';
