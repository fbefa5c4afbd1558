export { createClient, type Client, type ClientOptions, pageAfter, signOut, TEXT } from './client.ts';
export { answerOf, isProblem, type Problem, Refusal } from './refusal.ts';
export {
  createSession,
  type Session,
  type SessionChange,
  type SessionOptions,
  type SignedIn,
  signedInOf,
  type Tokens,
} from './session.ts';
export type { components, operations, paths } from './schema.d.ts';
