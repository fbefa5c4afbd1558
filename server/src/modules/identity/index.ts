export { accessKeyChore, rotateAccessKey } from './rotate-access-keys.ts';
export { authenticateCustomer, type SignedInCustomer } from './authenticate-customer.ts';
export {
  confirmAccount,
  type ConfirmedAccount,
  confirmEmail,
  confirmEmailChange,
  type EmailProof,
} from './confirm.ts';
export type { SentCode } from './codes.ts';
export { endSessions } from './end-sessions.ts';
export { profileIssues } from './issues.ts';
export { listSessions, signOut } from './list-sessions.ts';
export { proofUrl } from './mails.ts';
export { passwordResetJob, requestPasswordReset, resetPassword } from './password-reset.ts';
export { purgeCodes, purgeSessions } from './purge.ts';
export type { ReleasePurchases } from './release-purchases.ts';
export { emailNotConfirmed, invalidCode, invalidCredentials, refreshRefused } from './problems.ts';
export { refreshSession } from './refresh-session.ts';
export { sendConfirmation } from './send-confirmation.ts';
export { setPassword } from './set-password.ts';
export { signIn, type SignInInput } from './sign-in.ts';
export { signUp, type SignUpInput, type SignUpResult } from './sign-up.ts';
export type { SignedIn, TokenPair } from './start-session.ts';
export type { Session, SessionEnd } from './tables.ts';
export { purgeEmailChanges, undoEmailChange } from './undo-email-change.ts';
export { type ProfileInput, type UpdatedIdentity, updateIdentity } from './update-identity.ts';
