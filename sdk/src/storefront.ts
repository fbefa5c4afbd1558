import { type Campaign, type Cart, createCart } from './cart.ts';
import { type Client, type ClientOptions, createClient, signOut, TEXT } from './client.ts';
import { contentOf, Refusal } from './refusal.ts';
import type { components } from './schema.d.ts';
import { type SignedIn, signedInOf } from './session.ts';
import { createStoredSession, type StoredSession } from './stored-session.ts';
import { defaultStorage, type TextStorage } from './storage.ts';

/** The server of a shop, and the browser's storage for session and cart. */
export interface StorefrontOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch'> {
  /**
   * By default `localStorage` on a page, which all tabs share, and memory in Node. On a server that serves several
   * visitors, each needs a separate storefront and storage.
   */
  readonly storage?: TextStorage;
  /** The visitor's campaign; sent with the storefront and the cart. */
  readonly campaign?: Campaign;
}

/** A file of a product: of one version, or the current one of a platform. */
export type DownloadTarget =
  | { readonly productId: string; readonly version: string; readonly key: string }
  | { readonly productId: string; readonly platform: components['schemas']['Download']['platform'] };

/** The data of a sign-up. */
export type NewCustomer = components['schemas']['SignUp'];

/** The functions of a shop for one visitor. Every method raises `Refusal` when the server refuses. */
export interface Storefront {
  /** Every operation of the API, as the signed-in customer, or anonymous when nobody is. */
  readonly client: Client;
  /** Every operation of the API, always anonymous. */
  readonly visitor: Client;
  readonly session: StoredSession;
  readonly cart: Cart;
  /** Everything for sale, with the prices for this visitor. */
  readonly catalog: () => Promise<components['schemas']['Storefront']>;
  /** Refused with 400 `InvalidCredentials`, 403 `EmailNotConfirmed`, and 429 after several wrong guesses. */
  readonly signIn: (credentials: { readonly email: string; readonly password: string }) => Promise<SignedIn>;
  /**
   * The customer, who is signed in; undefined if the vendor requires the email to be confirmed first. Refused with 400
   * and `errors` per field, and 409 `EmailInUse`.
   */
  readonly signUp: (customer: NewCustomer) => Promise<SignedIn | undefined>;
  /**
   * Signs out in all tabs, then on the server, and leaves no cart of the customer in the browser. Raises the errors of
   * that call; the customer is signed out nevertheless.
   */
  readonly signOut: () => Promise<void>;
  /**
   * A link to a file, which works without credentials for a short time. Refused with 403 `ProductNotOwned` or
   * `Forbidden`, and 404.
   */
  readonly downloadUrl: (target: DownloadTarget) => Promise<string>;
}

/** The client of a shop: catalogue, cart, customer and downloads of the account at `baseUrl`. */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { storage = defaultStorage(), campaign, ...server } = options;
  const session = createStoredSession(storage);
  const client = createClient({ ...server, session });
  const visitor = createClient(server);
  const cart = createCart({ client, storage, campaign });
  return {
    client,
    visitor,
    session,
    cart,
    catalog: () => contentOf(client.GET('/api/customer/storefront', { params: { query: { ...campaign } } })),
    signIn: async ({ email, password }) => {
      const call = visitor.POST('/api/customer/identity/sign-in', {
        ...TEXT,
        params: { query: { email } },
        body: password,
      });
      const signedIn = signedInOf(await contentOf(call));
      if (signedIn === undefined) throw new Refusal((await call).response, undefined);
      session.begin(signedIn);
      return signedIn;
    },
    signUp: async (body) => {
      const signedIn = signedInOf(await contentOf(visitor.POST('/api/customer/identity/sign-up', { body })));
      if (signedIn !== undefined) session.begin(signedIn);
      return signedIn;
    },
    signOut: () => {
      // Before the session ends, which makes all tabs load the cart.
      if (session.signedIn() !== undefined) cart.reset();
      return signOut({ ...server, session });
    },
    downloadUrl: async (target) => (await contentOf(locationOf(client, target))).location,
  };
}

function locationOf(client: Client, target: DownloadTarget) {
  const query = { redirect: false };
  if ('key' in target) {
    return client.GET('/api/customer/inventory/products/{productId}/download/{version}/{key}', {
      params: { path: target, query },
    });
  }
  return client.GET('/api/customer/inventory/products/{productId}/download/{platform}/latest', {
    params: { path: target, query },
  });
}
