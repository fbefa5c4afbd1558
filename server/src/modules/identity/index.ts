export { accessKeyChore, rotateAccessKey } from './sessions/rotate-access-keys.ts';
export { authenticateCustomer, type SignedInCustomer } from './sessions/authenticate-customer.ts';
export {
  confirmAccount,
  type ConfirmedAccount,
  confirmEmail,
  confirmEmailChange,
  type EmailProof,
} from './emails/confirm.ts';
export type { EmailCode as SentCode } from './codes/codes.ts';
export { type CustomerEdit, editCustomer, type WaitingPurchases } from './edit-customer.ts';
export { eraseIdentity } from './erase-identity.ts';
export { endSessions } from './sessions/end-sessions.ts';
export { profileIssues } from './issues.ts';
export { listSessions, signOut } from './sessions/list-sessions.ts';
export { proofUrl } from './mails.ts';
export { passwordResetJob, requestPasswordReset, resetPassword } from './passwords/password-reset.ts';
export { purgeCodes, purgeSessions } from './purge.ts';
export { proveEmail } from './emails/prove-email.ts';
export type { ReleasePurchases } from './emails/release-purchases.ts';
export { emailNotConfirmed, invalidCode, invalidCredentials, refreshRefused } from './problems.ts';
export { refreshSession } from './sessions/refresh-session.ts';
export { sendConfirmation } from './emails/send-confirmation.ts';
export { checkOwnPassword } from './passwords/check-own-password.ts';
export { setPassword } from './passwords/set-password.ts';
export { signIn, type SignInInput } from './sessions/sign-in.ts';
export { signUp, type SignUpInput, type SignUpResult } from './sign-up.ts';
export type { SignedIn, TokenPair } from './sessions/start-session.ts';
export type { Session, SessionEnd } from './tables.ts';
export { undoEmailChange } from './emails/undo-email-change.ts';
export { type ProfileInput, type UpdatedIdentity, updateIdentity } from './update-identity.ts';
