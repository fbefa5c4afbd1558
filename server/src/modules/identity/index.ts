export { authenticateCustomer, type SignedInCustomer } from './authenticate-customer.ts';
export { endSessions } from './end-sessions.ts';
export { profileIssues, signUpIssues } from './issues.ts';
export { refreshSession } from './refresh-session.ts';
export { signIn } from './sign-in.ts';
export { signUp, type SignUpInput } from './sign-up.ts';
export type { SignedIn, TokenPair } from './start-session.ts';
export type { SessionEnd } from './tables.ts';
