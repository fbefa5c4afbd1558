export {
  type Campaign,
  type Cart,
  type CartChange,
  type CartItem,
  type CheckoutOptions,
  createCart,
  type Order,
} from './cart.ts';
export { createClient, type Client, type ClientOptions, signOut, TEXT } from './client.ts';
export { randomGuid } from './guid.ts';
export { itemsOf, type Page, pageAfter, type PageToken } from './paging.ts';
export { answerOf, contentOf, isProblem, type Problem, Refusal } from './refusal.ts';
export {
  createSession,
  type Session,
  type SessionChange,
  type SessionOptions,
  type SharedSession,
  type SignedIn,
  signedInOf,
  type Tokens,
} from './session.ts';
export { defaultStorage, memoryStorage, type TextStorage } from './storage.ts';
export { createStoredSession, type SessionState, type StoredSession } from './stored-session.ts';
export {
  createStorefront,
  type DownloadTarget,
  type NewCustomer,
  type Storefront,
  type StorefrontOptions,
} from './storefront.ts';
export type { components, operations, paths } from './schema.d.ts';
