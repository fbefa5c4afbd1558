import { createClient, createStoredSession, defaultStorage, signOut } from '@latchkey/sdk';
import { OWN_HOST, send } from './transport.ts';

const server = { baseUrl: OWN_HOST, fetch: send };
const session = createStoredSession(defaultStorage());

/**
 * The clients of this page: the SDK's `createStorefront` without its cart, because the pages have one that shows
 * changes immediately.
 */
export const storefront = { client: createClient({ ...server, session }), visitor: createClient(server) };

/** The session, whose end also ends it on the server. */
export const browserSession = {
  ...session,
  end: (): void => {
    // Not awaited: if the server is unreachable, the session expires by itself.
    signOut({ ...server, session }).catch(() => undefined);
  },
};
