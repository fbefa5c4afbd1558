export { accessKeyChore, rotateAccessKey } from './sessions/rotate-access-keys.ts';
export { authenticateCustomer } from './sessions/authenticate-customer.ts';
export { type EmailCode, redeemCode, validCode } from './codes/codes.ts';
export { restoreEmail, undoEmailChange } from './emails/undo-email-change.ts';
export { confirmAccount, confirmEmail, confirmEmailChange } from './emails/confirm.ts';
export { editCustomer } from './edit-customer.ts';
export { eraseIdentity } from './erase-identity.ts';
export { endSessions } from './sessions/end-sessions.ts';
export { profileIssues } from './issues.ts';
export { listSessions, signOut, signOutForVendor } from './sessions/list-sessions.ts';
export { proofUrl } from './mails.ts';
export {
  checkResetCode,
  passwordResetJob,
  requestPasswordReset,
  resetPassword,
} from './passwords/password-reset.ts';
export { purgeCodes, purgeSessions, SESSION_RETENTION_DAYS } from './purge.ts';
export { proveEmail } from './emails/prove-email.ts';
export type { ReleasePurchases, WaitingPurchases } from './emails/release-purchases.ts';
export {
  accountOwnsPurchases,
  emailNotConfirmed,
  invalidCode,
  invalidCredentials,
  refreshRefused,
} from './problems.ts';
export { refreshSession } from './sessions/refresh-session.ts';
export { sendConfirmation, sendConfirmationAgain } from './emails/send-confirmation.ts';
export { checkOwnPassword } from './passwords/check-own-password.ts';
export { setPassword } from './passwords/set-password.ts';
export { signIn } from './sessions/sign-in.ts';
export { signUp } from './sign-up.ts';
export type { SignedIn } from './sessions/start-session.ts';
export type { Session } from './tables.ts';
export { CODE_TEMPLATES } from './mail-templates.ts';
export { greetedName } from './domain/profile.ts';
export { agentName } from './domain/agent-name.ts';
export { updateIdentity } from './update-identity.ts';
