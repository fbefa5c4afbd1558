export {
  addOperator,
  changeOperator,
  findOperator,
  findOperatorByEmail,
  hasOperators,
  inviteOperator,
  listOperators,
  makeSetUpLink,
  operatorNames,
  type OperatorWithLink,
  removeOperator,
  resetOperator,
  setOperatorPassword,
  wasOperator,
} from './manage-operators.ts';
export { beginCodes, countRecoveryCodes, endCodes, finishCodes, renewRecoveryCodes } from './manage-codes.ts';
export { addPasskey, beginPasskey, listPasskeys, type Passkey, removePasskey } from './manage-passkeys.ts';
export { purgeOperatorChallenges } from './challenge.ts';
export { forgottenPasswordJob, requestForgottenPassword } from './links/forgotten-password.ts';
export { acceptLink, beginLinkPasskey, purgeOperatorLinks, viewLink } from './links/use-link.ts';
export type { OperatorLink } from './links/operator-link.ts';
export type { Operator, OperatorSession } from './operator.ts';
export {
  codesNotSetUp,
  confirmationRequired,
  lastOwner,
  lastPasskey,
  linkRefused,
  operatorExists,
  emailUnproven,
  noSignInProvider,
  passkeyRefused,
  passkeysUnavailable,
  providerSignInRefused,
  signInProviderUnavailable,
  signInRefused,
  strangeEmail,
  tooManyPasskeys,
} from './problems.ts';
export { previewTestMail, sendTestMail } from './send-test-mail.ts';
export { hasRefundLimit, type Role, ROLES } from './roles.ts';
export { authenticateOperator, findOperatorOfSession } from './sessions/authenticate-operator.ts';
export { changeOwnPassword } from './sessions/change-password.ts';
export { CONFIRMATION_MS, confirmSession, isConfirmed } from './sessions/confirm-session.ts';
export {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmWithPasskey,
  signInWithPasskey,
} from './sessions/use-passkey.ts';
export {
  beginProviderConfirmation,
  beginProviderSignIn,
  confirmWithProvider,
  signInWithProvider,
} from './sessions/use-provider.ts';
export { listOperatorSessions, purgeOperatorSessions, signOutOperator } from './sessions/end-sessions.ts';
export { signInOperator } from './sessions/sign-in.ts';
export { LONGEST_MS, type SignedInOperator } from './sessions/start-session.ts';
