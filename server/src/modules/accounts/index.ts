export type { Account } from './account.ts';
export { accountUrl } from './account-url.ts';
export { accountByHost, findAccount, findDefaultAccount, listAccounts } from './find-account.ts';
export type { AccountSettings, AccountSettingsInput } from './settings.ts';
