export type { Account } from './account.ts';
export { mayMail, queueAccountMail, queueVendorMail } from './mail/account-mail.ts';
export { vendorAddresses } from './mail/vendor-addresses.ts';
export { queueCopy } from './mail/mail-copy.ts';
export { hasLooseBraces, placeholdersIn } from './mail/fill-words.ts';
export {
  type MailGroup,
  type MailTemplate,
  type MailWords,
  paragraphsOf,
  type SampleMail,
  type SamplePlace,
  useOf,
} from './mail/mail-template.ts';
export type { OwnText } from './mail/mail-texts.ts';
export { renderSample, sampleMail, standardWords } from './mail/sample-mail.ts';
export { saveMailText } from './mail/save-mail-text.ts';
export { mailSender } from './mail/mail-sender.ts';
export { mailLanguage, type MailLanguage } from './mail/mail-language.ts';
export { MAIL_PAGES, mailLink, type MailLinkPurpose } from './mail/mail-link.ts';
export { accountUrl, logoAddress, ownShopUrl, pageOfProduct, shopUrl } from './hosts/account-url.ts';
export { type ApiKey, isInForce } from './api-keys/api-key.ts';
export {
  allowsScope,
  API_SCOPES,
  type ApiScope,
  MAX_OVERLAP_HOURS,
  OPERATOR_SCOPES,
} from './api-keys/api-scopes.ts';
export { authenticateApiKey, isKnownApiKey } from './api-keys/authenticate-api-key.ts';
export {
  apiKeyNames,
  type ApiKeyWithSecret,
  createApiKey,
  findApiKey,
  listApiKeys,
  type NewApiKey,
  pageApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './api-keys/manage-api-keys.ts';
export {
  type AccountContext,
  type CommandContext,
  type CommandTx,
  type Context,
  contextOf,
  type QueryContext,
  type ReadContext,
  terminalContext,
} from './context.ts';
export { closeStore, reopenStore } from './close-store.ts';
export { defineAccountJob } from './define-account-job.ts';
export { checkDomain } from './hosts/check-domain.ts';
export { addDomains, removeDomains, replaceDomains } from './hosts/change-domains.ts';
export { createAccount } from './create-account.ts';
export { deleteAccountRows } from './delete-account.ts';
export {
  accountByHost,
  accountIdWithoutDomains,
  findAccount,
  findDefaultAccount,
  hasAccounts,
  hostName,
  listAccounts,
} from './find-account.ts';
export { discardFailedJob, listFailedJobs, retryFailedJob } from './failed-jobs.ts';
export { refuseHostChange } from './hosts/operator-rights.ts';
export { createHostDirectory, type HostDirectory } from './hosts/host-directory.ts';
export { apiKeyEnded, domainInUse, operatorOnly } from './problems.ts';
export {
  hostsOfMovedAccount,
  insertMovedAccount,
  lockMovedAccounts,
  movedAccount,
  MovedAccount,
  recordExport,
  refuseMovedAccount,
} from './move-account.ts';
export { recordListExport } from './record-list-export.ts';
export type { StoreClosure } from './tables.ts';
export { setDefaultAccount } from './set-default-account.ts';
export { type AccountSettings, type AccountSettingsInput, settingChanges } from './settings/settings.ts';
export { AccountSettings as AccountSettingsSchema, fieldsOfGroup } from './settings/settings-schema.ts';
export { renameAccount, updateAccount, updateSettings } from './update-account.ts';
